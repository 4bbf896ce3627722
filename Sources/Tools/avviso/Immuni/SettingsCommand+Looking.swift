import ArgumentParser
import ImmuniAPI
import ImmuniAppConfiguration
import SettingsDocuments

extension SettingsCommand {
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the settings in force, or those of an older revision.",
            discussion: """
                --build shows the settings that a phone of that build gets, and the build from which each value \
                applies.

                Examples:
                  avviso settings show --data data
                  avviso settings show teks_packet_size --platform android --build 100 --data data
                  avviso settings show --revision 3 --json --data data
                """
        )

        @Argument(help: "Show only these settings.") var names: [String] = []
        @Option(help: "ios or android; both if not given.") var platform: PlatformArgument?
        @Option(help: "The build of a phone, from 1.") var build: Int?
        @Option(help: "An older revision.") var revision: Int64?
        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func validate() throws {
            if let name = names.first(where: { SettingsSchema.rule(named: $0) == nil }) {
                throw ValidationError("\(name) is not a setting: avviso settings list shows all.")
            }
            try SettingsCommand.requireBuild(build)
        }

        func perform() async throws {
            let administration = try await options.administration()
            let document: SettingsDocument
            if let revision {
                document = try await administration.document(of: revision)
            } else {
                let (number, inForce) = try await administration.inForce()
                guard number > 0 else {
                    throw SettingsAdministrationError.noSuchRevision(1, newest: 0)
                }
                document = inForce
            }
            let shown = entries(of: document)
            Terminal.put(json ? shown.json + "\n" : shown.table)
        }

        private func entries(of document: SettingsDocument) -> [SettingsDocument.Entry] {
            document.entries.filter { entry in
                guard platform == nil || platform?.platform == entry.platform,
                    names.isEmpty || names.contains(entry.name)
                else {
                    return false
                }
                // Later values for the same build replace earlier ones.
                return build.map { build in
                    entry.startingBuild
                        == document.startingBuilds(of: entry.platform).last {
                            $0 <= build && document[entry.platform, $0, entry.name] != nil
                        }
                } ?? true
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List every setting, with its allowed values and its meaning.",
            discussion: .example("avviso settings list")
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false

        func run() {
            Terminal.put(json ? SettingsSchema.rules.json + "\n" : SettingsSchema.rules.table)
        }
    }

    struct History: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show who changed the settings, when and why, newest first.",
            discussion: .example("avviso settings history --data data")
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let history = try await options.administration().history()
            Terminal.put(json ? history.json + "\n" : history.table)
        }
    }

    struct Diff: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Show the differences between two revisions.",
            discussion: """
                Without numbers it compares the last two revisions. With one number it compares that revision with the \
                one in force.

                Examples:
                  avviso settings diff --data data
                  avviso settings diff 3 5 --json --data data
                """
        )

        @Argument(help: "The older revision.") var old: Int64?
        @Argument(help: "The newer revision.") var new: Int64?
        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let administration = try await options.administration()
            let inForce = try await administration.inForce().revision
            let second = new ?? inForce
            let first = old ?? max(second - 1, 1)
            let differences = SettingsDifference.between(
                try await administration.document(of: first),
                try await administration.document(of: second)
            )
            Terminal.put(json ? differences.json + "\n" : differences.lines)
        }
    }

    static func requireBuild(_ build: Int?) throws {
        if let build, !SettingsRequest.builds.contains(build) {
            throw ValidationError("--build must be a number from 1 to \(SettingsRequest.builds.upperBound).")
        }
    }
}
