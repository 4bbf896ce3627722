import AnalyticsTrial
import ArgumentParser
import ExposurePrimitives
import Foundation

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Let simulated phones drive the real services, and compare with what must come of it.",
        subcommands: [SimulateAnalyticsCommand.self]
    )
}

struct SimulateAnalyticsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analytics",
        abstract: "Months of honest and attacking phones against the Analytics Service.",
        discussion: """
            The phones talk over HTTP with the real service on a real database; time is simulated, and so are Apple and \
            Google. An oracle works out by itself what must be stored, and every difference is a failure.

            Examples:
              avviso simulate analytics
              avviso simulate analytics --phones 10000 --months 3 --seed 7
            """
    )

    @Option(help: ArgumentHelp("How many phones.", valueName: "number"))
    var phones = 500

    @Option(help: ArgumentHelp("How many months.", valueName: "number"))
    var months = 3

    @Option(help: ArgumentHelp("Makes another course of events.", valueName: "number"))
    var seed: UInt64 = 1

    @Flag(help: "Print the outcome as JSON.")
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(phones), (1...24).contains(months) else {
            throw ValidationError("From 1 to 1000000 phones, and from 1 to 24 months.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-trial-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let showsProgress = !json && isatty(STDERR_FILENO) == 1
            let trial = AnalyticsTrial(options: TrialOptions(phones: phones, months: months, seed: seed)) {
                day,
                found in
                if showsProgress {
                    FileHandle.standardError.write(Data("\r\(day)  \(found) differences".utf8))
                }
            }
            let result = try await trial.run(in: folder)
            if showsProgress {
                Terminal.complain("")
            }
            Terminal.say(json ? result.json : result.text)
            guard result.violations.isEmpty else {
                throw ExitCode.failure
            }
        }
    }
}
