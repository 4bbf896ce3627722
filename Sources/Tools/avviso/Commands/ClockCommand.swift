import ArgumentParser
import ClockPorts
import CommonAssembly
import ExposurePrimitives
import ServerAssembly
import ServiceKit
import WireFormat

/// The operator's commands for a clock that jumped.
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show whether the clock is trusted, confirm it, or repair what it wrote.",
        discussion: """
            After a jump of the clock that neither the last run nor the machine's uptime explains, nothing is \
            deleted, published or released. The hold ends when the kernel or an operator confirms the time, or after \
            a day (docs/clock.md). Each machine of a database is judged by itself.

            Examples:
              avviso clock status --data data
              avviso clock confirm --data data
              avviso clock repair --dry-run --data data
            """,
        subcommands: [Status.self, Confirm.self, Repair.self]
    )

    /// The server of the data folder. A folder without databases is refused: its name may be mistyped.
    static func server(_ options: DataOptions) async throws -> Server {
        try Server(await options.reader(), clock: SystemWallClock(), mayMakeDatabases: false)
    }
}

extension ClockCommand {
    struct Status: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show for each database and machine whether the clock is trusted. Changes nothing.",
            discussion: """
                Exits with 1 if the clock of this machine is held. Of other machines it shows what they have stored: \
                the difference is that of the moment when the hold began.

                Examples:
                  avviso clock status --data data
                  avviso clock status --json --data data
                """
        )

        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let server = try await ClockCommand.server(options)
            var judged: [JudgedDatabase] = []
            for guarded in try server.clockGuards() {
                judged.append(
                    JudgedDatabase(
                        name: guarded.name,
                        judgement: try await guarded.judgement(),
                        others: try await guarded.otherMachines(),
                        grace: server.realm.settings.clock.grace.components.seconds
                    )
                )
            }
            Terminal.put(
                json
                    ? Self.json(judged, server.realm.settings.clock).line + "\n"
                    : Self.text(judged, server.realm.settings.clock)
            )
            if judged.contains(where: { $0.judgement.hold != nil }) {
                throw ExitCode.failure
            }
        }

        private static func text(_ judged: [JudgedDatabase], _ settings: ClockSettings) -> String {
            let table = TextTable.lines(
                [["database", "machine", "clock", "last trusted", "difference", "grace left", "because"]]
                    + judged.flatMap(\.rows)
            )
            let (time, kernel) = (judged[0].judgement.reading.time, judged[0].judgement.kernel)
            return "The clock shows \(time). \(kernel.sentence)\n"
                + (settings.isGuarded ? "" : "The guard is off (clock.guard): jobs trust every time of the clock.\n")
                + table
        }

        private static func json(_ judged: [JudgedDatabase], _ settings: ClockSettings) -> JSONValue {
            [
                "now": .string(judged[0].judgement.reading.time.description),
                "guard": .string(settings.isGuarded ? "on" : "off"),
                "kernel": .string(judged[0].judgement.kernel.rawValue),
                "machine": .string(MachineTrust.name(of: judged[0].judgement.reading.boot)),
                "databases": .array(judged.map(\.json)),
            ]
        }
    }

    struct Confirm: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm",
            abstract: "Confirm that the clock is right. Deletion, publication and releases continue.",
            discussion: """
                First compare the time that avviso clock status shows with another clock: data too old by this time is \
                deleted for good. A running server applies the confirmation within a minute.

                It counts for this machine. For another one that is held, give its name from avviso clock status, and \
                compare its clock first.

                Examples:
                  avviso clock confirm --data data
                  avviso clock confirm --machine 3f2a91c0 --data data
                """
        )

        @Option(help: ArgumentHelp("The other machine whose clock is right.", valueName: "name")) var machine: String?
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let server = try await ClockCommand.server(options)
            let confirmed = try await confirm(server)
            let (names, time) = (confirmed.map(\.database), confirmed[0].time)
            guard json else {
                let whose = machine.map { " of machine \($0)" } ?? ""
                Terminal.say("Confirmed \(time)\(whose) for \(names.joined(separator: ", ")).")
                return
            }
            let facts: JSONValue = [
                "confirmed": .string(time.description), "databases": .array(names.map { .string($0) }),
            ]
            Terminal.say(facts.line)
        }

        /// At least one database.
        private func confirm(_ server: Server) async throws -> [(database: String, time: UnixTime)] {
            if let machine {
                return try await server.confirmClock(ofMachine: machine)
            }
            var confirmed: [(String, UnixTime)] = []
            for guarded in try server.clockGuards() {
                confirmed.append((guarded.name, try await guarded.confirm().time))
            }
            return confirmed
        }
    }
}

/// What a database knows of this machine's clock and of others.
private struct JudgedDatabase {
    let name: String
    let judgement: ClockGuard.Judgement
    let others: [MachineTrust]
    /// Seconds.
    let grace: Int64

    /// A line for each machine.
    var rows: [[String]] {
        let own = [
            name, "this", judgement.hold == nil ? "trusted" : "held", judgement.trust.ownMark.description,
            judgement.hold?.difference ?? "–", judgement.hold.map { "\($0.left) s" } ?? "–", judgement.because,
        ]
        return [own]
            + others.map { machine in
                let hold = machine.hold(grace: grace)
                return [
                    name, machine.name, hold == nil ? "trusted" : "held", machine.trust.ownMark.description,
                    hold?.difference ?? "–", "–", hold == nil ? "–" : "unexplained",
                ]
            }
    }

    var json: JSONValue {
        let machines: [JSONValue] = others.map { machine in
            let hold = machine.hold(grace: grace)
            return .object(
                [
                    .init(name: "machine", value: .string(machine.name)),
                    .init(name: "clock", value: .string(hold == nil ? "trusted" : "held")),
                    .init(name: "last_trusted", value: .string(machine.trust.ownMark.description)),
                ] + (hold?.beginning ?? [])
            )
        }
        return .object(
            [
                .init(name: "database", value: .string(name)),
                .init(name: "clock", value: .string(judgement.hold == nil ? "trusted" : "held")),
                .init(name: "because", value: .string(judgement.because)),
                .init(name: "last_trusted", value: .string(judgement.trust.ownMark.description)),
                .init(name: "other_machines", value: .array(machines)),
            ] + (judgement.hold.map { $0.beginning + [$0.graceLeft] } ?? [])
        )
    }
}

extension ClockGuard.Judgement {
    /// Why the clock is trusted or not, in one word.
    fileprivate var because: String {
        switch verdict {
        case .trusted(let reason): reason.rawValue
        case .held: "unexplained"
        }
    }
}

extension KernelStatement {
    fileprivate var sentence: String {
        switch self {
        case .synchronised: "The kernel says that a time service keeps it right."
        case .unsynchronised: "The kernel says that no time service keeps it right."
        case .anotherTime: "The kernel's clock shows another time."
        case .unknown: "The kernel does not say whether a time service keeps it right."
        }
    }
}

extension ClockHold {
    fileprivate var beginning: [JSONValue.Member] {
        [
            .init(name: "deviation_seconds", value: .integer(deviation)),
            .init(name: "held_since", value: .string(since.description)),
        ]
    }

    fileprivate var graceLeft: JSONValue.Member { .init(name: "grace_left_seconds", value: .integer(left)) }
}
