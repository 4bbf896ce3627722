import ArgumentParser
import ImmuniAPI
import ImmuniAppConfiguration
import SettingsDocuments
import SettingsFiles

extension SettingsCommand {
    struct Set: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change settings, all in one step.",
            discussion: """
                A value is JSON; texts need no quotes. Dots name a part of a setting. The new values apply from \
                --build on. Values that start at a higher build stay as they are.

                Examples:
                  avviso settings set teks_max_info_count=500 --reason "smaller uploads" --data data
                  avviso settings set exposure_configuration.attenuation_thresholds=[50,65] pn_url.it=https://a.example/it \\
                    --platform ios --build 200 --reason "new radio calibration" --data data
                  avviso settings set --remove reopen_reminder --build 200 --reason "as before" --data data
                """
        )

        @Argument(help: ArgumentHelp("The values to change.", valueName: "name=value")) var assignments: [String] = []

        @Option(
            help: ArgumentHelp("Remove the value that starts at --build; the earlier one applies.", valueName: "name")
        )
        var remove: [String] = []

        @Option(help: "ios or android; both if not given.") var platform: PlatformArgument?
        @Option(help: "The build from which the values apply.") var build = 1
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var signature: ChangeOptions
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard !assignments.isEmpty || !remove.isEmpty else {
                throw ValidationError("Give the changes, as name=value.")
            }
            try SettingsCommand.requireBuild(build)
        }

        func perform() async throws {
            let edit = SettingsEdit(
                platforms: platform.map { [$0.platform] } ?? SettingsRequest.Platform.allCases,
                startingBuild: build,
                assignments: assignments,
                removals: remove
            )
            let outcome = try await options.administration().set(edit, by: signature.signature())
            SettingsCommand.report(outcome, asJSON: json)
        }
    }

    struct Revert: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "revert",
            abstract: "Make a new revision with the content of an old one.",
            discussion: """
                Example:
                  avviso settings revert 3 --reason "the new thresholds notified nobody" --data data
                """
        )

        @Argument(help: "The old revision.") var revision: Int64
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var signature: ChangeOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let outcome = try await options.administration().revert(to: revision, by: signature.signature())
            SettingsCommand.report(outcome, asJSON: json)
        }
    }

    struct Export: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write all settings as YAML, always in the same order, for review in version control.",
            discussion: """
                Examples:
                  avviso settings export --out settings.yaml --data data
                  avviso settings export --out settings.yaml --force --data data
                  avviso settings export --json --revision 3 --data data
                """
        )

        @Option(help: ArgumentHelp("The file to write; without it standard output.", valueName: "file"))
        var out: String?

        @OptionGroup var force: ForceOption
        @Option(help: "An older revision.") var revision: Int64?
        @Flag(help: "Write JSON instead, in the form of presets.") var json = false
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard out != nil || !force.force else {
                throw ValidationError("--force is for the file of --out.")
            }
        }

        func perform() async throws {
            let administration = try await options.administration()
            let inForce = try await administration.inForce().revision
            let document = try await administration.document(of: revision ?? inForce)
            let text = json ? document.json.line + "\n" : try AppSettingsFile.yaml(document)
            guard let out else {
                Terminal.put(text)
                return
            }
            try OutputFile(out, force).write(text.utf8)
            Terminal.say("Wrote \(out): revision \(revision ?? inForce).")
        }
    }

    struct Import: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Replace all settings by those of a YAML or JSON file, in one step.",
            discussion: """
                Settings that the file does not have are removed. With --expect the import is refused if somebody has \
                changed the settings since the file was exported.

                Examples:
                  avviso settings import settings.yaml --reason "reviewed in change 41" --data data
                  avviso settings import settings.yaml --expect 7 --reason "reviewed in change 42" --data data
                """
        )

        @Argument(help: "The file.") var file: String
        @Option(help: ArgumentHelp("The revision that must be in force.", valueName: "revision")) var expect: Int64?
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var signature: ChangeOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let content = try InputFile.read(file)
            let outcome = try await options.administration().replace(
                by: AppSettingsFile.parse(content),
                expecting: expect,
                by: signature.signature()
            )
            SettingsCommand.report(outcome, asJSON: json)
        }
    }
}
