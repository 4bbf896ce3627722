import ArgumentParser
import Foundation
import ImmuniAPI
import ImmuniAppConfiguration
import ImmuniAssembly
import ServiceKit
import SettingsDocuments

/// The operator's commands for the settings of the apps.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change the settings of the apps.",
        discussion: """
            Every change is checked as a whole, kept with its time, author and reason, and in force from the next \
            request on. A change that contradicts itself is refused with every reason, and nothing changes (exit code \
            1). For the server's own settings, use avviso config. With --system coronawarn the commands work on the \
            configuration of Corona-Warn's phones: avviso settings --system coronawarn --help.

            Examples:
              avviso settings show --platform ios --build 100 --data data
              avviso settings set teks_max_info_count=500 --reason "smaller uploads" --data data
              avviso settings export --out settings.yaml --data data
            """,
        subcommands: [Show.self, Set.self, List.self, History.self, Diff.self, Revert.self, Export.self, Import.self]
    )
}

/// `--platform`.
enum PlatformArgument: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android

    var platform: SettingsRequest.Platform {
        switch self {
        case .ios: .iOS
        case .android: .android
        }
    }
}

extension ChangeOptions {
    func signature() throws -> SettingsAdministration.Signature {
        try SettingsAdministration.Signature(author: name, reason: reason)
    }
}

extension DataOptions {
    /// The settings in the data folder. A folder without databases is refused: its name may be mistyped.
    func administration() async throws -> SettingsAdministration {
        try ImmuniSystem(await reader(), clock: SystemWallClock(), mayMakeDatabases: false).settingsAdministration()
    }
}

extension SettingsRefusal: ChangeRefusal {}

extension SettingsCommand {
    static func report(_ outcome: SettingsAdministration.Outcome, asJSON: Bool) {
        guard !asJSON else {
            let json = "{\"revision\":\(outcome.revision),\"differences\":\(outcome.differences.json)}"
            Terminal.say(json)
            return
        }
        guard !outcome.differences.isEmpty else {
            Terminal.say("Nothing to change: revision \(outcome.revision) is in force and has the same settings.")
            return
        }
        Terminal.say(outcome.differences.lines + "Revision \(outcome.revision) is in force.")
    }
}
