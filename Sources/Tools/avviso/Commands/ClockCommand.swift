import ArgumentParser
import ClockPorts
import ExposurePrimitives
import CommonAssembly
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
            a day (docs/clock.md).

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
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show for each database whether the clock is trusted. Changes nothing.",
            discussion: """
                Exits with 1 if the clock is held.

                Examples:
                  avviso clock status --data data
                  avviso clock status --json --data data
                """
        )

        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func run() async throws {
            try await reportingFailures {
                let server = try await ClockCommand.server(options)
                var judged: [(name: String, judgement: ClockGuard.Judgement)] = []
                for guarded in try server.clockGuards() {
                    judged.append((guarded.name, try await guarded.judgement()))
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
        }

        private static func text(
            _ judged: [(name: String, judgement: ClockGuard.Judgement)],
            _ settings: ClockSettings
        ) -> String {
            let rows = judged.map { name, judgement in
                [
                    name, judgement.hold == nil ? "trusted" : "held", judgement.trust.mark.description,
                    judgement.hold?.difference ?? "–", judgement.hold.map { "\($0.left) s" } ?? "–",
                    judgement.because,
                ]
            }
            let table = TextTable.lines(
                [["database", "clock", "last trusted", "difference", "grace left", "because"]] + rows
            )
            let (time, kernel) = (judged[0].judgement.reading.time, judged[0].judgement.kernel)
            return "The clock shows \(time). \(kernel.sentence)\n"
                + (settings.isGuarded ? "" : "The guard is off (clock.guard): jobs trust every time of the clock.\n")
                + table
        }

        private static func json(
            _ judged: [(name: String, judgement: ClockGuard.Judgement)],
            _ settings: ClockSettings
        ) -> JSONValue {
            [
                "now": .string(judged[0].judgement.reading.time.description),
                "guard": .string(settings.isGuarded ? "on" : "off"),
                "kernel": .string(judged[0].judgement.kernel.rawValue),
                "databases": .array(
                    judged.map { name, judgement in
                        .object(
                            [
                                .init(name: "database", value: .string(name)),
                                .init(name: "clock", value: .string(judgement.hold == nil ? "trusted" : "held")),
                                .init(name: "because", value: .string(judgement.because)),
                                .init(name: "last_trusted", value: .string(judgement.trust.mark.description)),
                            ] + (judgement.hold?.members ?? [])
                        )
                    }
                ),
            ]
        }
    }

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Confirm that the clock is right. Deletion, publication and releases continue.",
            discussion: """
                First compare the time that avviso clock status shows with another clock: data too old by this time is \
                deleted for good. A running server applies the confirmation within a minute.

                Example:
                  avviso clock confirm --data data
                """
        )

        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func run() async throws {
            try await reportingFailures {
                let server = try await ClockCommand.server(options)
                var names: [String] = []
                var time = SystemWallClock().now()
                for guarded in try server.clockGuards() {
                    time = try await guarded.confirm().time
                    names.append(guarded.name)
                }
                guard json else {
                    Terminal.say("Confirmed \(time) for \(names.joined(separator: ", ")).")
                    return
                }
                let facts: JSONValue = [
                    "confirmed": .string(time.description), "databases": .array(names.map { .string($0) }),
                ]
                Terminal.say(facts.line)
            }
        }
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
    fileprivate var members: [JSONValue.Member] {
        [
            .init(name: "deviation_seconds", value: .integer(deviation)),
            .init(name: "held_since", value: .string(since.description)),
            .init(name: "grace_left_seconds", value: .integer(left)),
        ]
    }
}
