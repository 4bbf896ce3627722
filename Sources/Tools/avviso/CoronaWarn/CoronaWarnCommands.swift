import ArgumentParser
import CommonAssembly
import CoronaWarnAssembly
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import ServiceKit
import WireFormat

/// Corona-Warn's commands.
enum CoronaWarnCommands {
    static let all: [any ParsableCommand.Type] = [
        LabCommand.self, DistributeCommand.self, FederationCommand.self, PhoneSettingsCommand.self,
    ]
}

extension NewAccessKey {
    init(for holder: String, role: AccessKey.Role, authority: String? = nil, days: Int) {
        self.init(for: holder, role: role, authority: authority, days: days, now: SystemWallClock().now())
    }

    /// Prints the key.
    func report(asJSON json: Bool, kind: String) {
        if json {
            let facts: JSONValue = [
                "name": .string(key.holder), "role": .string(key.role.rawValue), "key": .string(exposedText),
                "expires_at": .string("\(key.expiry)"),
            ]
            Terminal.say(facts.line)
        } else {
            Terminal.say(exposedText)
            Terminal.complain("This is the \(kind) of \(key.holder), shown this once. It ends at \(key.expiry).")
        }
    }
}

/// The options of a command that makes a key.
struct AccessKeyOptions: ParsableArguments {
    @Option(help: "How many days it lives, 1 to 366.") var days = NewAccessKey.usualDays
    @Flag(help: "One JSON object for programs.") var json = false

    func validate() throws {
        guard (1...366).contains(days) else {
            throw ValidationError("--days is a number from 1 to 366.")
        }
    }
}

/// The name of a laboratory or an operator: the form of names in a list of partners.
struct HolderName: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        guard (1...64).contains(argument.utf8.count),
            argument.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
        else {
            return nil
        }
        text = argument
    }
}

extension DataOptions {
    /// Corona-Warn on the data folder. A folder without its databases is refused: its name may be mistyped.
    ///
    /// - Parameter mayMakeDatabases: true where a command is the first that uses the folder.
    func coronaWarn(mayMakeDatabases: Bool = false) async throws -> CoronaWarnSystem {
        try await CoronaWarnSystem(reader(), mayMakeDatabases: mayMakeDatabases)
    }
}

extension CoronaWarnSystem {
    /// Corona-Warn for a command. It makes the databases that a folder in use lacks.
    init(_ settings: SettingsReader, mayMakeDatabases: Bool = false) throws {
        let realmSettings = try RealmSettings(settings)
        let realm = try Realm(
            settings: realmSettings,
            databases: Self.databases(settings),
            clock: SystemWallClock(),
            steps: CrashPoint.observer,
            mayMakeDatabases: mayMakeDatabases || Self.uses(realmSettings.dataFolder)
        )
        try self.init(realm: realm, settings: settings)
    }
}
