import ArgumentParser
import Foundation

/// What Benchmarks/bench.py measures besides the `avviso` binary: the writer of exports by itself, and the references.
@main
struct AvvisoBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avviso-bench",
        subcommands: [
            ExportBench.self, DiscardServer.self, BareServer.self, TransactionBench.self, MatchingBench.self,
            ExportFilesBench.self, MatchFilesBench.self, DetectionBench.self, CountingBench.self,
        ] + ofSystems
    )

    /// Those of the systems that are built.
    private static let ofSystems: [any ParsableCommand.Type] = {
        var commands: [any ParsableCommand.Type] = []
        #if SYSTEM_IMMUNI
            commands += [AttestationBench.self, QueueingBench.self, ImmuniWeekBench.self]
        #endif
        #if SYSTEM_CORONAWARN
            commands += [
                PackageBench.self, SubmissionBench.self, RegistrationBench.self, CoronaWarnWeekBench.self,
            ]
        #endif
        #if SYSTEM_ASSOCIATION
            commands += [
                IndexBench.self, PollBench.self, ReportBench.self, ExchangeBench.self, AssociationWeekBench.self,
            ]
        #endif
        return commands
    }()
}

/// Processor time and time on the wall of a piece of work, in seconds.
struct Stopwatch {
    private let wall = ContinuousClock.now
    private let cpu = Stopwatch.cpuSeconds()

    var cpuSeconds: Double { Self.cpuSeconds() - cpu }

    var wallSeconds: Double {
        let parts = wall.duration(to: .now).components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }

    /// User and system time of this process so far.
    private static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + microseconds / 1e6
    }
}

/// One line of JSON for bench.py.
func report(_ figures: [String: Double]) throws {
    let line = try JSONSerialization.data(withJSONObject: figures, options: .sortedKeys)
    print(String(decoding: line, as: UTF8.self))
}
