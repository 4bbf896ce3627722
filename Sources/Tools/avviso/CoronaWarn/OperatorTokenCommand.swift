import ArgumentParser
import CoronaWarnAssembly
import CoronaWarnPorts
import CoronaWarnServing
import ServiceKit

/// `avviso operator token`: a credential for an operator's program.
struct OperatorTokenCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make the token with which a program of the hotline gets teleTANs, and print it once.",
        discussion: """
            The program shows it on the internal listener of avviso serve verification. A name has one token: a new one \
            takes the place of the one before, and --revoke ends it. Both take effect at once. A token for events needs \
            a health authority that verification.health-authorities lists.

            Examples:
              avviso operator token anna.rossi --role hotline --data data
              avviso operator token anna.rossi --revoke --data data
            """
    )

    @Argument(help: "The operator: up to 64 letters, digits, full stops, hyphens and underscores.") var name: HolderName
    @Option(help: "What it opens: teleTANs for tests (hotline) or for events (hotline-event).") var role: TeleTANRole?

    @Option(help: "The id of the operator's health authority, one of verification.health-authorities.")
    var healthAuthority: HolderName?

    @Flag(help: "End the operator's token instead.") var revoke = false
    @OptionGroup var keyOptions: AccessKeyOptions
    @OptionGroup var options: DataOptions

    func validate() throws {
        guard (role == nil) == revoke else {
            throw ValidationError("Give either --role or --revoke.")
        }
    }

    func perform() async throws {
        let system = try await options.coronaWarn(mayMakeDatabases: !revoke)
        guard role != .hotlineEvent || system.permitsEvents(of: healthAuthority?.text) else {
            throw Failure("verification.health-authorities does not list the operator's --health-authority")
        }
        let keys = try system.operatorKeys()
        guard let role else {
            guard try await keys.revoke(name.text) else {
                throw Failure("there is no token of \(name.text)")
            }
            Terminal.say("The token of \(name.text) is revoked.")
            return
        }
        let new = NewAccessKey(
            for: name.text,
            role: role.keyRole,
            authority: healthAuthority?.text,
            days: keyOptions.days
        )
        _ = try await keys.give(new.key, replaces: true, reopens: true, now: SystemWallClock().now())
        new.report(asJSON: keyOptions.json, kind: "token")
    }
}

/// The roles of operators' programs.
enum TeleTANRole: String, CaseIterable, ExpressibleByArgument {
    case hotline
    case hotlineEvent = "hotline-event"

    var keyRole: AccessKey.Role {
        switch self {
        case .hotline: .hotline
        case .hotlineEvent: .hotlineEvent
        }
    }
}
