import ArgumentParser
import CoronaWarnAdministration
import WireFormat

extension PhoneSettingsCommand {
    struct Set: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change parameters, all in one step.",
            discussion: """
                A value is JSON; texts need no quotes. Dots name a part of a parameter.

                Example:
                  avviso settings --system coronawarn set resultPolling.min=3600 --reason "sooner" --data data
                """
        )

        @Argument(help: ArgumentHelp("The parameters to change.", valueName: "name=value")) var assignments: [String]
        @Flag(help: "One JSON object for programs.") var json = false
        @OptionGroup var change: ChangeOptions
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard !assignments.isEmpty, assignments.allSatisfy({ $0.contains("=") }) else {
                throw ValidationError("Say what to change, as name=value.")
            }
        }

        func perform() async throws {
            let values = assignments.map { assignment in
                let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let text = String(parts[1])
                return (String(parts[0]), (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text))
            }
            let outcome = try await options.phoneConfiguration().set(values, by: change.phoneSignature())
            PhoneSettingsCommand.report(outcome, asJSON: json)
        }
    }

    struct Revert: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "revert",
            abstract: "Make a new revision with the content of an old one."
        )

        @Argument(help: "The old revision; 0 for the configuration before the first change.") var revision: Int64
        @Flag(help: "One JSON object for programs.") var json = false
        @OptionGroup var change: ChangeOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let administration = try await options.phoneConfiguration()
            let outcome = try await administration.revert(to: revision, by: change.phoneSignature())
            PhoneSettingsCommand.report(outcome, asJSON: json)
        }
    }

    struct Import: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Replace the configuration by that of a JSON file, in one step.",
            discussion: """
                With --expect the import is refused if somebody has changed the configuration since the file was \
                exported.
                """
        )

        @Argument(help: "The file.") var file: String
        @Option(help: ArgumentHelp("The revision that must be in force.", valueName: "revision")) var expect: Int64?
        @Flag(help: "One JSON object for programs.") var json = false
        @OptionGroup var change: ChangeOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let content = try InputFile.read(file)
            let outcome = try await options.phoneConfiguration().replace(
                by: ConfigurationDocument(parsing: content),
                expecting: expect,
                by: change.phoneSignature()
            )
            PhoneSettingsCommand.report(outcome, asJSON: json)
        }
    }
}
