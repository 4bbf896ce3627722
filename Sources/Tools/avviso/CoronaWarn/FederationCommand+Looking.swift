import ArgumentParser
import CommonAssembly
import CoronaWarnAPI
import CoronaWarnAssembly
import CoronaWarnFederation
import CoronaWarnPorts
import ExposurePrimitives
import ServiceKit
import WireFormat

extension FederationCommand {
    struct List: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the partners, and how far the exchange has come.",
            discussion: .example("avviso federation list --json --data data")
        )

        @Flag(help: "One JSON array for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let store = try await options.coronaWarn().federationStore()
            let states = try await store.partners(now: SystemWallClock().now())
            Terminal.list(states, asJSON: json, facts: \.facts) { state in
                let answered = state.answered.map { "answered by \($0)" } ?? "never answered"
                return "\(state.partner.country)  \(state.partner.name)  \(state.isPaused ? "paused" : "active")  "
                    + "batch \(state.lastBatch), \(state.keysToday) keys today, \(answered)"
            }
        }
    }

    struct Batches: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "batches",
            abstract: "List what became of the partners' batches of fourteen days.",
            discussion: .example("avviso federation batches --json --data data")
        )

        @Flag(help: "One JSON array for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let records = try await options.coronaWarn().federationStore().records()
            Terminal.list(records, asJSON: json, facts: \.facts) { record in
                let outcome =
                    record.refusal.map { "refused: \($0.rawValue)" }
                    ?? "\(record.keys) keys, \(record.skipped) skipped"
                return "\(record.country) \(record.number)  by \(record.received)  \(outcome)"
            }
        }
    }

    struct Exchange: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "exchange",
            abstract: "Make the batches that are due, and take those of partners, without waiting for the job.",
            discussion: """
                Safe beside a running server. Exit code 1 if a batch was refused or a partner gave not all of them.

                Example:
                  avviso federation exchange --config server.yaml --data data
                """
        )

        @Flag(help: "One JSON object for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let outcome = try await options.coronaWarn().federationJob().run()
            if json {
                let facts: JSONValue = [
                    "made": .integer(outcome.made), "received": .array(outcome.received.map(\.facts)),
                ]
                Terminal.say(facts.line)
            } else {
                Terminal.say("Made \(outcome.made) batches.")
                for reception in outcome.received {
                    Terminal.say(reception.sentence)
                }
            }
            guard outcome.received.allSatisfy({ $0.refusals.isEmpty && $0.problem == nil }) else {
                throw ExitCode.failure
            }
        }
    }
}

extension FederationState {
    fileprivate var facts: JSONValue {
        [
            "country": .string(partner.country.text), "name": .string(partner.name),
            "server": .string(partner.server), "paused": .boolean(isPaused), "last_batch": .integer(lastBatch),
            "keys_today": .integer(keysToday), "max_keys": .integer(partner.maxKeysPerDay),
            "answered": answered.map { .string("\($0)") } ?? .null,
        ]
    }
}

extension FederationRecord {
    fileprivate var facts: JSONValue {
        [
            "country": .string(country.text), "number": .integer(number), "keys": .integer(keys),
            "skipped": .integer(skipped), "refusal": refusal.map { .string($0.rawValue) } ?? .null,
            "received": .string("\(received)"),
        ]
    }
}

extension FederationJob.Reception {
    fileprivate var facts: JSONValue {
        [
            "country": .string(country.text), "batches": .integer(batches), "keys": .integer(keys),
            "skipped": .integer(skipped),
            "refused": .array(refusals.map { ["number": .integer($0.number), "reason": .string($0.reason.rawValue)] }),
            "problem": problem.map { .string("\($0)") } ?? .null,
        ]
    }

    fileprivate var sentence: String {
        let refused = refusals.map { "; batch \($0.number) refused: \($0.reason.rawValue)" }.joined()
        let end = problem.map { "; stopped: \($0)" } ?? ""
        return "\(country): \(keys) keys of \(batches) batches, \(skipped) skipped\(refused)\(end)."
    }
}
