import ArgumentParser
import CommonAssembly
import CoronaWarnAssembly
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import ServiceKit
import WireFormat

struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Send a laboratory's results, print flyers, and manage the keys of laboratories.",
        discussion: """
            send and flyers run at the laboratory: docs/laboratory.md is for its engineer. The others run beside the \
            server. A laboratory shows its key on the internal listener of avviso serve laboratory. On the partner \
            listener it shows a listed certificate instead. Changes take effect at once, also on a running server.
            """,
        subcommands: [Send.self, Flyers.self, Create.self, Rotate.self, List.self, Revoke.self]
    )

    struct Create: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Make a laboratory's key, and print it once.",
            discussion: """
                The name is that of the laboratory in the list of partners, if it has a certificate as well. A \
                laboratory with a live key is refused: revoke the key first.

                Example:
                  avviso lab create lab-berlin --data data
                """
        )

        @Argument(help: "The laboratory: up to 64 letters, digits, full stops, hyphens and underscores.")
        var name: HolderName
        @OptionGroup var keyOptions: AccessKeyOptions
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let new = NewAccessKey(for: name.text, role: .laboratory, days: keyOptions.days)
            let keys = try await options.coronaWarn(mayMakeDatabases: true).laboratoryKeys()
            guard try await keys.give(new.key, replaces: false, reopens: true, now: SystemWallClock().now()) else {
                throw Failure(
                    "\(name.text) has a key; avviso lab rotate \(name.text) changes it, and "
                        + "avviso lab revoke \(name.text) ends it"
                )
            }
            new.report(asJSON: keyOptions.json, kind: "key")
        }
    }

    struct List: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the laboratories, and when their keys end.",
            discussion: .example("avviso lab list --json --data data")
        )

        @Flag(help: "One JSON array for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let holders = try await options.coronaWarn().laboratoryKeys().holders()
            Terminal.list(holders, asJSON: json, facts: \.facts) { holder in
                let former = holder.formerExpiry.map { ", the key before it until \($0)" } ?? ""
                return "\(holder.name)  \(holder.isRevoked ? "revoked" : "until \(holder.expiry)\(former)")"
            }
        }
    }

    struct Revoke: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "End what a laboratory's keys and certificates open. Its results stay.",
            discussion: """
                Certificates with the laboratory's name open nothing either, until the laboratory gets a new key. With \
                --certificate this is true of a laboratory that never had a key as well.

                Example:
                  avviso lab revoke lab-berlin --data data
                """
        )

        @Argument(help: "The laboratory.") var name: HolderName
        @Flag(help: "The laboratory has a certificate, and perhaps never had a key.") var certificate = false
        @Flag(help: "One JSON object for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let keys = try await options.coronaWarn().laboratoryKeys()
            let hadKeys = try await keys.revoke(name.text)
            // A mistyped name must not look like a success: the laboratory's key would still open something.
            guard try await hadKeys ? true : isBarred(in: keys) else {
                throw Failure(
                    "\(name.text) never had a key; avviso lab list names all, and --certificate revokes the name alone"
                )
            }
            let facts: JSONValue = ["name": .string(name.text), "outcome": "revoked"]
            Terminal.say(json ? facts.line : "The keys and certificates of \(name.text) open nothing any more.")
        }

        /// Revokes a name without a key, if that is meant.
        private func isBarred(in keys: any AccessKeyStore) async throws -> Bool {
            guard certificate else {
                return false
            }
            return try await keys.bar(name.text, as: .laboratory, now: SystemWallClock().now())
        }
    }
}

extension AccessKeyHolder {
    fileprivate var facts: JSONValue {
        [
            "name": .string(name), "role": .string(role.rawValue), "expires_at": .string("\(expiry)"),
            "former_key_expires_at": formerExpiry.map { .string("\($0)") } ?? .null, "revoked": .boolean(isRevoked),
        ]
    }
}
