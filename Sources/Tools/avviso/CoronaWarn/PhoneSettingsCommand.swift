import ArgumentParser
import CoronaWarnAdministration
import CoronaWarnAssembly
import Foundation
import WireFormat

/// The operator's commands for the configuration of Corona-Warn's phones.
struct PhoneSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SettingsSystem.command(of: "coronawarn"),
        abstract: "Show and change the configuration of Corona-Warn's phones (settings --system coronawarn).",
        discussion: """
            Every change is checked as a whole, kept with its time, author and reason, and published by the next run \
            of distribution. A change with a mistake is refused with every reason, and nothing changes (exit code 1).

            Examples:
              avviso settings --system coronawarn show --data data
              avviso settings --system coronawarn set downloadInterval=7200 --reason "fewer downloads" --data data
            """,
        subcommands: [Show.self, Set.self, History.self, Diff.self, Revert.self, Export.self, Import.self]
    )

    static func report(_ outcome: ConfigurationAdministration.Outcome, asJSON: Bool) {
        guard !asJSON else {
            let json: JSONValue = [
                "revision": .integer(outcome.revision), "differences": .array(outcome.differences.map(\.json)),
            ]
            Terminal.say(json.line)
            return
        }
        guard !outcome.differences.isEmpty else {
            Terminal.say("Nothing to change: revision \(outcome.revision), which is in force, says the same.")
            return
        }
        Terminal.say(outcome.differences.map(\.line).joined() + "Revision \(outcome.revision) is in force.")
    }
}

extension ConfigurationRefusal: ChangeRefusal {}

extension DataOptions {
    /// The configuration in the data folder. A folder without databases is refused: its name may be mistyped.
    func phoneConfiguration() async throws -> ConfigurationAdministration {
        try await coronaWarn().configurationAdministration()
    }
}

extension ChangeOptions {
    func phoneSignature() throws -> ConfigurationAdministration.Signature {
        try ConfigurationAdministration.Signature(author: name, reason: reason)
    }
}

extension ConfigurationDifference {
    var json: JSONValue { ["path": .string(path), "old": old ?? .null, "new": new ?? .null] }

    /// A line for people.
    var line: String { "\(path): \(old?.line ?? "nothing") is now \(new?.line ?? "nothing")\n" }
}

// MARK: - Looking

extension PhoneSettingsCommand {
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the configuration in force, or that of an older revision, as JSON."
        )

        @Option(help: "An older revision; 0 for the configuration before the first change.") var revision: Int64?
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let administration = try await options.phoneConfiguration()
            let inForce = try await administration.inForce().revision
            Terminal.say(try await administration.document(of: revision ?? inForce).json.line)
        }
    }

    struct History: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show who changed the configuration, when and why, newest first."
        )

        @Flag(help: "One JSON array for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let history = try await options.phoneConfiguration().history()
            Terminal.put(json ? history.json + "\n" : history.table)
        }
    }

    struct Diff: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Show the differences between two revisions.",
            discussion: """
                Without numbers it compares the last two revisions. With one number it compares that revision with the \
                one in force. The configuration before the first change is revision 0.
                """
        )

        @Argument(help: "The older revision.") var old: Int64?
        @Argument(help: "The newer revision.") var new: Int64?
        @Flag(help: "One JSON array for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let administration = try await options.phoneConfiguration()
            let inForce = try await administration.inForce().revision
            let second = new ?? inForce
            let differences = ConfigurationDifference.between(
                try await administration.document(of: old ?? max(second - 1, 0)),
                try await administration.document(of: second)
            )
            Terminal.put(json ? differences.map(\.json).lines + "\n" : differences.map(\.line).joined())
        }
    }

    struct Export: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write the configuration as JSON, always in the same order, for review in version control."
        )

        @Option(help: ArgumentHelp("The file to write.", valueName: "file")) var out: String
        @OptionGroup var force: ForceOption
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let (revision, document) = try await options.phoneConfiguration().inForce()
            try OutputFile(out, force).write((document.json.line + "\n").utf8)
            Terminal.say("Wrote \(out): revision \(revision).")
        }
    }
}
