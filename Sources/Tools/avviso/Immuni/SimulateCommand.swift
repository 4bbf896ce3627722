import ArgumentParser
import ExposurePrimitives
import Foundation
import ImmuniAnalyticsTrial

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run simulated phones against the real services, and compare the results with the expected ones.",
        subcommands: [SimulateAnalyticsCommand.self]
    )
}

struct SimulateAnalyticsCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "analytics",
        abstract: "Simulate months of honest and attacking phones against the Analytics Service.",
        discussion: """
            The phones talk over HTTP with the real service on a real database. Time, Apple and Google are simulated. \
            An independent oracle computes what must be stored, and every difference is a failure.

            Examples:
              avviso simulate analytics
              avviso simulate analytics --phones 10000 --months 3 --seed 7
              avviso simulate analytics --months 1 --keep simulated
              avviso analytics report --month 2020-10 --by region --data simulated
            """
    )

    @Option(help: ArgumentHelp("How many phones.", valueName: "number")) var phones = 500
    @Option(help: ArgumentHelp("How many months.", valueName: "number")) var months = 3
    @Option(help: ArgumentHelp("The seed of all random events.", valueName: "number")) var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Keep the databases in this new folder, with each day released.", valueName: "dir"))
    var keep: String?

    @Flag(help: "Print the outcome as JSON.") var json = false

    func validate() throws {
        guard (1...1_000_000).contains(phones), (1...24).contains(months) else {
            throw ValidationError("--phones must be from 1 to 1000000, and --months from 1 to 24.")
        }
    }

    func perform() async throws {
        let folder =
            keep.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "avviso-trial-\(UUID().uuidString)")
        try makeNew(folder)
        defer {
            if keep == nil {
                try? FileManager.default.removeItem(at: folder)
            }
        }
        let showsProgress = !json && isatty(STDERR_FILENO) == 1
        let options = TrialOptions(phones: phones, months: months, seed: seed, releases: keep != nil)
        let trial = AnalyticsTrial(options: options) {
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

    private func makeNew(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            throw Failure("\(folder.path) exists already: name a new folder")
        }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure("\(folder.path) cannot be made: check that its parent folder exists and is writable")
        }
    }
}
