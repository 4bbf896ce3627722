import ArgumentParser
import AssociationAPI
import AssociationAssembly
import AssociationPorts
import ExposurePrimitives
import Foundation
import OperatorStores
import WireFormat

extension AssociationCommand {
    struct Code: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "code",
            abstract: "Issue a code for a report after a positive test, and print it once.",
            discussion: """
                The person types it into the app, and reports contacts of the infectious days. These are days of UTC, \
                of the last two weeks. avviso association code-counts shows how many codes each operator got, and \
                association.codes-per-hour limits their number.

                Examples:
                  avviso association code --first-day 2021-02-19 --operator anna --data data
                  avviso association code --first-day 2021-02-19 --last-day 2021-03-01 --json
                """
        )

        @Option(help: ArgumentHelp("The first day on which the person was infectious.", valueName: "yyyy-mm-dd"))
        var firstDay: CalendarDay

        @Option(help: ArgumentHelp("The last one. Without it: today.", valueName: "yyyy-mm-dd"))
        var lastDay: CalendarDay?

        @Option(
            name: .customLong("operator"),
            help: ArgumentHelp("Who asks for the code. Without it: the user of the system.", valueName: "name"),
            transform: OperatorName.argument
        )
        var name: OperatorName?

        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard firstDay <= lastDay ?? firstDay else {
                throw ValidationError("--last-day must not be before --first-day.")
            }
        }

        func perform() async throws {
            guard let name = name ?? OperatorName(NSUserName()) else {
                throw ValidationError("The user of the system has no name for an operator: give --operator.")
            }
            let codes = try await options.codes()
            let days = codes.days
            let lastDay = lastDay ?? days.upperBound
            guard firstDay <= lastDay else {
                throw Failure.otherDays(days)
            }
            switch try await codes.issueCode(for: firstDay...lastDay, to: name) {
            case .issued(let code, let end):
                let facts: JSONValue = ["code": .string(code.exposedText), "validUntil": .string("\(end)")]
                Terminal.say(json ? facts.line : "\(code.exposedGroups)  valid until \(end)")
            case .limited(let end):
                throw Failure(
                    "\(name), or all operators together, had too many codes in this hour: again from \(end) on"
                )
            case .otherDays: throw Failure.otherDays(days)
            }
        }
    }

    struct CodeCounts: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "code-counts",
            abstract: "Show how many codes each operator got today and on each of the 28 days before.",
            discussion: """
                Nothing about a person or a code is stored with the counts. Programs that name no operator have a count \
                of their own.

                Example:
                  avviso association code-counts --json --data data
                """
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let counts = try await options.codes().codeCounts()
            if json {
                Terminal.say(counts.map(\.facts).lines)
            } else if counts.isEmpty {
                Terminal.say("No code was issued.")
            } else {
                Terminal.put(TextTable.lines([["day", "codes", "operator"]] + counts.map(\.columns)))
            }
        }
    }
}

// MARK: - Texts

extension Failure {
    fileprivate static func otherDays(_ days: ClosedRange<CalendarDay>) -> Failure {
        Failure("the days must be from \(days.lowerBound) to \(days.upperBound)")
    }
}

extension CodeCount {
    fileprivate var columns: [String] { ["\(day)", "\(codes)", `operator`?.description ?? "-"] }

    fileprivate var facts: JSONValue {
        [
            "day": .string("\(day)"), "operator": `operator`.map { .string($0.description) } ?? .null,
            "codes": .number("\(codes)"),
        ]
    }
}

extension DataOptions {
    fileprivate func codes() async throws -> any CodeIssuing { try await association().codes() }
}
