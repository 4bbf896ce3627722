import ArgumentParser
import CommonAssembly
import Foundation
import ServerAssembly
import ServiceKit

/// The options of a command that reads the server's settings. Each command has a group with exactly the options that it
/// uses.
protocol SettingsSource: ParsableArguments {
    var general: GeneralOptions { get }
    /// Settings that have an option of their own, by name.
    var named: [String: String?] { get }
}

/// The options that can give any setting.
///
/// Groups in groups are few: with each level a debug build takes five times as long to check a command's options.
struct GeneralOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Settings from a YAML or JSON file.", valueName: "file")) var config: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Any other setting, for example publication.period=1h.", valueName: "name=value")
    )
    var others: [String] = []

    @Option(
        name: .customLong("realm"),
        help: ArgumentHelp("A realm by its name, with its own file of settings.", valueName: "name=file")
    )
    var realms: [RealmOption] = []

    func validate() throws {
        guard config == nil || realms.isEmpty else {
            throw ValidationError("--config and --realm both name a file of settings: give one of them.")
        }
        for pair in others where !pair.contains("=") {
            throw ValidationError("--set takes NAME=VALUE, not \"\(pair)\"")
        }
    }
}

/// `--data`.
struct DataFolderOption: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of the databases, the OTP key and the chunks.", valueName: "dir"))
    var data: String?
}

/// `--signing-key`.
struct SigningKeyOption: ParsableArguments {
    @Option(help: ArgumentHelp("The key that signs exports: a PEM file, or a folder of keys.", valueName: "pem|dir"))
    var signingKey: String?
}

/// `--now` of commands that no longer need it. Scripts for version 0.1 use it.
struct NowOption: ParsableArguments {
    @Flag(help: "Has no effect.") var now = false
}

/// The options of a command that reads settings and gives none of them an option of its own.
struct PlainOptions: SettingsSource {
    @OptionGroup var general: GeneralOptions

    var named: [String: String?] { [:] }
}

/// The options of a command that works on a server's data.
struct DataOptions: SettingsSource {
    @OptionGroup var folder: DataFolderOption
    @OptionGroup var general: GeneralOptions

    var named: [String: String?] { ["data": folder.data] }
}

/// The options of a command that works on the keys that sign exports.
struct KeyOptions: SettingsSource {
    @OptionGroup var key: SigningKeyOption
    @OptionGroup var general: GeneralOptions

    var named: [String: String?] { ["signing-key": key.signingKey] }
}

/// The options of a command that works on a server's data and signs, or shows all settings.
struct SettingsOptions: SettingsSource {
    @OptionGroup var folder: DataFolderOption
    @OptionGroup var key: SigningKeyOption
    @OptionGroup var general: GeneralOptions

    var named: [String: String?] { ["data": folder.data, "signing-key": key.signingKey] }
}

extension SettingsSource {
    /// The settings from all sources; `more` are those of the command's own options. Every setting must be right, even
    /// if this command does not use it: a mistake must not stay hidden until the server's start.
    func reader(_ more: [String: String?] = [:]) async throws -> SettingsReader {
        let reader = try await uncheckedReader(more)
        try Server.check(reader)
        return reader
    }

    /// The settings from all sources, with values that may be wrong.
    func uncheckedReader(_ more: [String: String?] = [:]) async throws -> SettingsReader {
        let realm = try general.onlyRealm()
        var commandLine = more.merging(named) { $1 }.compactMapValues { $0 }
        for pair in general.others {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            commandLine[String(parts[0])] = String(parts[1])
        }
        return try await SettingsReader(
            commandLine: commandLine,
            environment: ProcessInfo.processInfo.environment,
            file: realm?.file ?? general.config,
            realm: realm?.name,
            catalogue: Server.catalogue,
            otherVariables: RealmSettings.otherVariables
        )
    }
}
