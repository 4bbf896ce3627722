import ArgumentParser
import CommonAssembly
import ExposurePrimitives
import Foundation
import OperatorPortal
import OperatorStores
import ServerAssembly
import ServiceKit
import WireFormat

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Make, list and close the accounts of the operators' pages, and read their audit log.",
        discussion: """
            The portal's pages are at /portal on the internal listener of avviso serve: docs/portal.md. Changes take \
            effect at once, also on a running server.
            """,
        subcommands: [Create.self, List.self, Disable.self, Reset.self, Audit.self] + Systems.operatorCommands
    )

    struct Create: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Make an account, and print its password once.",
            discussion: """
                A data folder without databases is refused. avviso migrate and the first avviso serve make the \
                databases.
                A name has small letters, digits, full stops, hyphens and underscores. The operator must first change \
                the password, whether it was made or given. The roles decide which pages the operator sees. An \
                account keeps its roles.

                Examples:
                  avviso operator create anna.rossi --data data
                  avviso operator create anna.rossi --role \(RoleOptions.usual) --data data
                  avviso operator create anna.rossi --password-from-input --data data < password.txt
                """ + RoleOptions.example
        )

        @Argument(help: "The operator.", transform: OperatorName.argument) var name: OperatorName
        @OptionGroup var role: RoleOptions
        @OptionGroup var password: PasswordOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let (secret, isMade) = try password.password()
            try await options.operatorAccounts().create(
                name,
                roles: Set(role.roles),
                institution: role.institution,
                password: secret,
                isOwn: false
            )
            password.report("created", name, isMade ? secret : nil)
        }
    }

    struct Reset: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Give an account another password, open it if it was disabled, and end its sessions.",
            discussion: """
                Examples:
                  avviso operator reset anna.rossi --data data
                  avviso operator reset anna.rossi --password-from-input --data data < password.txt
                """
        )

        @Argument(help: "The operator.", transform: OperatorName.argument) var name: OperatorName
        @OptionGroup var password: PasswordOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let (secret, isMade) = try password.password()
            try await options.operatorAccounts().reset(name, password: secret)
            password.report("reset", name, isMade ? secret : nil)
        }
    }

    struct Disable: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Close an account and end its sessions. Its lines in the audit log stay.",
            discussion: .example("avviso operator disable anna.rossi --data data")
        )

        @Argument(help: "The operator.", transform: OperatorName.argument) var name: OperatorName
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            try await options.operatorAccounts().disable(name)
            let facts: JSONValue = ["name": .string("\(name)"), "outcome": "disabled"]
            Terminal.say(json ? facts.line : "\(name) is disabled.")
        }
    }

    struct List: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the accounts.",
            discussion: .example("avviso operator list --json --data data")
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let accounts = try await options.operatorAccounts().list()
            Terminal.list(accounts, asJSON: json, facts: \.facts) { account in
                let state =
                    account.disabledAt.map { "disabled \($0)" }
                    ?? (account.mustChangePassword ? "open, must change the password" : "open")
                let work = account.sortedRoles + (account.institution.map { ["of \($0)"] } ?? [])
                let facts = work.joined(separator: " ")
                return "\(account.name)  \(facts)  created \(account.createdAt)  \(state)"
            }
        }
    }
}

/// The options for the roles of an account, and for its institution.
struct RoleOptions: ParsableArguments {
    @Option(
        name: .customLong("role"),
        help: "What the operator does: \(names). May be repeated. Without it: \(usual).",
        transform: Self.known
    )
    private var given: [OperatorRole] = []

    @Option(help: "The laboratory or health authority for which the operator works\(asking).") var institution: String?

    var roles: [OperatorRole] { given.isEmpty ? [Self.usual] : given }

    func validate() throws {
        let asking = roles.filter(Server.rolesOfInstitutions.contains)
        guard let institution else {
            if let role = asking.first {
                throw ValidationError("The role \(role) needs --institution.")
            }
            return
        }
        guard !asking.isEmpty else {
            throw ValidationError("--institution is for the roles \(Self.list(Server.rolesOfInstitutions.sorted())).")
        }
        guard (1...OperatorName.maxLength).contains(institution.utf8.count),
            institution.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) })
        else {
            throw ValidationError("--institution has up to 64 letters, digits, full stops, hyphens and underscores.")
        }
    }

    private static let names = list(Server.roles)
    private static let asking =
        Server.rolesOfInstitutions.isEmpty ? "" : "; required for \(list(Server.rolesOfInstitutions.sorted()))"
    /// An example with an institution, if a role asks for one.
    static let example =
        Server.rolesOfInstitutions.sorted().last.map { role in
            "\n  avviso operator create luca.bianchi --role \(role) --institution lab-one --data data"
        } ?? ""

    /// The first role. There is one: without roles there is no command for operators.
    static var usual: OperatorRole {
        guard let role = Server.roles.first else {
            preconditionFailure("no system has operators")
        }
        return role
    }

    private static func list(_ roles: [OperatorRole]) -> String {
        roles.map(\.description).joined(separator: ", ")
    }

    @Sendable private static func known(_ text: String) throws -> OperatorRole {
        guard let role = Server.roles.first(where: { $0.rawValue == text }) else {
            throw ValidationError("There is no role \(text). The roles are: \(names).")
        }
        return role
    }
}

extension Set<OperatorRole> {
    fileprivate func sorted() -> [OperatorRole] { sorted { $0.rawValue < $1.rawValue } }
}

/// The options for the source of a password, and for its output.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Read the password from one line of standard input, instead of making one.")
    var passwordFromInput = false

    @Flag(help: "Print one JSON object, for programs.") var json = false

    /// The password, and whether it was made here.
    func password() throws -> (SecretBytes, isMade: Bool) {
        guard passwordFromInput else {
            var generator = SystemRandomNumberGenerator()
            return (OperatorAccounts.makePassword(using: &generator), true)
        }
        guard let line = readLine(strippingNewline: true) else {
            throw Failure("there is no password on standard input: give it in one line")
        }
        return (SecretBytes(line.utf8), false)
    }

    /// - Parameter password: the password that was made here, shown only this once.
    func report(_ outcome: String, _ name: OperatorName, _ password: SecretBytes?) {
        let text = password.map { String(decoding: $0.exposedBytes, as: UTF8.self) }
        if json {
            let secret = text.map { [JSONValue.Member(name: "password", value: .string($0))] } ?? []
            let facts: [JSONValue.Member] = [
                .init(name: "name", value: .string("\(name)")), .init(name: "outcome", value: .string(outcome)),
            ]
            Terminal.say(JSONValue.object(facts + secret).line)
        } else {
            Terminal.say("The account \(name) is \(outcome).")
            if let text {
                Terminal.say("Its password, shown this once: \(text)")
            }
        }
    }
}

extension OperatorAccount {
    fileprivate var sortedRoles: [String] { roles.map(\.rawValue).sorted() }

    fileprivate var facts: JSONValue {
        [
            "name": .string("\(name)"), "roles": .array(sortedRoles.map { .string($0) }),
            "institution": institution.map { .string($0) } ?? .null, "created_at": .string("\(createdAt)"),
            "disabled_at": disabledAt.map { .string("\($0)") } ?? .null,
            "must_change_password": .boolean(mustChangePassword),
        ]
    }
}

extension OperatorName {
    /// Reads a name from the command line.
    @Sendable static func argument(_ text: String) throws -> OperatorName {
        guard let name = OperatorName(text) else {
            throw ValidationError(
                "A name has up to \(maxLength) letters from a to z, digits, full stops, hyphens and underscores, and begins "
                    + "with a letter."
            )
        }
        return name
    }
}

extension DataOptions {
    /// The accounts in the data folder. A folder without databases is refused: its name may be mistyped.
    func operatorAccounts() async throws -> OperatorAccounts {
        try Server(await reader(), clock: SystemWallClock(), mayMakeDatabases: false).realm.operatorAccounts()
    }
}
