import ArgumentParser
import CommonAssembly
import CoronaWarnAPI
import CoronaWarnAdministration
import CoronaWarnAssembly
import CoronaWarnDistribution
import ExposurePrimitives
import GAENCore
import ServiceKit
import WireFormat

/// Distribution without waiting for the job.
struct DistributeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distribute",
        abstract: "Make Corona-Warn's packages that are due, without waiting for the job.",
        discussion: """
            Safe beside a running server: each key is published once, by the server or by this command. The tree of \
            files is brought up to date.

            Example:
              avviso distribute --data data --signing-key signing.pem --message-signing-key message.pem
            """,
        subcommands: [Run.self, Revoke.self],
        defaultSubcommand: Run.self
    )
}

/// The options of the commands that bring the tree up to date.
struct DistributeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The key that signs indexes and configuration.", valueName: "pem"))
    var messageSigningKey: String?

    @Flag(help: "Go on without that key, for trying out.") var unsigned = false
    @OptionGroup var options: SettingsOptions

    func system() async throws -> CoronaWarnSystem {
        let settings = try await options.reader([
            "message-signing-key": messageSigningKey, "unsigned": unsigned ? "true" : nil,
        ])
        let system = try CoronaWarnSystem(settings)
        try system.checkProtection(of: [.distribution])
        return system
    }
}

extension DistributeCommand {
    struct Run: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Make the packages that are due; the command without a name does this."
        )

        @Flag(help: "One JSON object for programs.") var json = false
        @OptionGroup var options: DistributeOptions

        func perform() async throws {
            report(try await options.system().distributionJob().run())
        }

        private func report(_ outcome: DistributionJob.Outcome) {
            guard !json else {
                let facts: JSONValue = [
                    "files": .integer(outcome.published.files), "keys": .integer(outcome.published.keys),
                    "packages": .integer(outcome.tree.packages), "indexes": .integer(outcome.tree.indexes),
                    "deleted": .integer(outcome.tree.deleted), "configurations": .integer(outcome.configurations),
                ]
                Terminal.say(facts.line)
                return
            }
            Terminal.say(
                "Published \(outcome.published.files) files with \(outcome.published.keys) keys; "
                    + "placed \(outcome.tree.packages) packages, changed \(outcome.tree.indexes) indexes, "
                    + "deleted \(outcome.tree.deleted) files."
            )
        }
    }

    struct Revoke: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Withdraw a package: phones delete it, and its sound keys come in a later one.",
            discussion: """
                The withdrawn package stands in the configuration that phones get. Keys that are named as unsound are \
                deleted. A day and its hours are packages of their own, and so are those of each country: withdraw \
                each one that has the mistake.

                Example:
                  avviso distribute revoke DE 2026-11-20 --hour 7 --reason "a batch of false results" --data data \\
                    --signing-key signing.pem --message-signing-key message.pem
                """
        )

        @Argument(help: "The country, or EUR.") var region: String
        @Argument(help: "The date of the package.") var date: CalendarDay
        @Option(help: "The hour of the package, 0 to 23; without it the package of the day.") var hour: Int?

        @Option(help: ArgumentHelp("A key that must not be published again.", valueName: "hex"))
        var unsound: [String] = []

        @OptionGroup var change: ChangeOptions
        @OptionGroup var options: DistributeOptions

        func validate() throws {
            _ = try path()
            _ = try unsoundKeys()
        }

        func perform() async throws {
            let system = try await options.system()
            // Made first: without its keys nothing may change.
            let (withdrawal, job) = (try system.packageWithdrawal(), try system.distributionJob())
            let files = try await withdrawal.files(at: path())
            guard !files.isEmpty else {
                throw Failure("no such package is on offer: \(try path().path)")
            }
            let outcome = try await system.configurationAdministration().revoke(files, by: change.phoneSignature())
            let count = try await withdrawal.release(at: path(), except: unsoundKeys())
            _ = try await job.run()
            Terminal.say(
                "Withdrew \(files.count) files with revision \(outcome.revision) of the configuration; "
                    + "\(count) keys wait for a later package."
            )
        }

        private func path() throws -> TreePath {
            guard let region = RegionCode(region) else {
                throw ValidationError("The country is two capital letters, or EUR.")
            }
            guard let hour else {
                return .day(region, date)
            }
            guard TreePath.hoursOfDay.contains(hour) else {
                throw ValidationError("--hour is a number from 0 to 23.")
            }
            return .hour(region, date, hour)
        }

        private func unsoundKeys() throws -> Set<TemporaryExposureKey.KeyData> {
            let keys = unsound.compactMap { text in
                Hex.decode(text).flatMap { try? TemporaryExposureKey.KeyData($0) }
            }
            guard keys.count == unsound.count else {
                throw ValidationError("--unsound takes 32 hexadecimal digits.")
            }
            return Set(keys)
        }
    }
}
