import ArgumentParser
import AssociationAPI
import AssociationAssembly
import AssociationPorts
import ExposurePrimitives
import WireFormat

extension AssociationCommand {
    struct Held: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "held",
            abstract: "List, release and refuse reports that are held because something about them is unusual.",
            discussion: "docs/association.md says which reports are held. Changes take effect at once.",
            subcommands: [List.self, Release.self, Refuse.self]
        )
    }
}

extension AssociationCommand.Held {
    struct List: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the held reports, the oldest first.",
            discussion: .example("avviso association held list --json --data data")
        )

        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let entries = try await options.heldReports().heldReports()
            if json {
                Terminal.say(entries.map(\.facts).lines)
            } else if entries.isEmpty {
                Terminal.say("No report is held.")
            } else {
                let heading = [
                    "report", "district", "held before", "batches", "reasons", "would warn", "met", "contacts",
                ]
                Terminal.put(TextTable.lines([heading] + entries.map(\.columns)))
            }
        }
    }

    struct Release: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "release",
            abstract: "Warn the people of a held report.",
            discussion: .example("avviso association held release 5f0c…e1 --batches 2 --data data")
        )

        @Argument(help: "The number of the report, as the list has it.", transform: CaseID.argument) var report: CaseID
        @Option(help: "Its batches, as the list has them. A report with more by now has to be looked at again.")
        var batches: Int
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            guard let alerts = try await options.heldReports().release(report, batches: batches) else {
                throw Failure.notHeld(report, batches: batches)
            }
            let facts: JSONValue = [
                "report": .string(report.text), "outcome": "released", "alerts": .number("\(alerts)"),
            ]
            Terminal.say(json ? facts.line : "Released. \(alerts) alerts leave within half an hour.")
        }
    }

    struct Refuse: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse",
            abstract: "Delete a held report with its contacts, and warn nobody.",
            discussion: .example("avviso association held refuse 5f0c…e1 --data data")
        )

        @Argument(help: "The number of the report, as the list has it.", transform: CaseID.argument) var report: CaseID
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            guard try await options.heldReports().refuse(report) else {
                throw Failure.notHeld(report)
            }
            let facts: JSONValue = ["report": .string(report.text), "outcome": "refused"]
            Terminal.say(json ? facts.line : "Refused. The report and its contacts are deleted.")
        }
    }
}

// MARK: - Texts

extension Failure {
    fileprivate static func notHeld(_ report: CaseID, batches: Int? = nil) -> Failure {
        let size = batches.map { " and \($0) batches" } ?? ""
        return Failure("no held report has the number \(report.text)\(size): avviso association held list shows them")
    }
}

extension CaseID {
    @Sendable
    fileprivate static func argument(_ text: String) throws -> CaseID {
        guard let number = CaseID(text: text) else {
            throw ValidationError("A report's number has 32 hexadecimal digits.")
        }
        return number
    }
}

extension HeldReport {
    fileprivate var columns: [String] {
        [
            id.text, district?.text ?? "-", "\(completed)", "\(batches)", reasons.names.joined(separator: ", "),
            "\(people)",
            "\(met)", "\(contacts)",
        ]
    }

    fileprivate var facts: JSONValue {
        [
            "report": .string(id.text), "district": district.map { .string($0.text) } ?? .null,
            "completeBefore": .string("\(completed)"), "batches": .number("\(batches)"),
            "reasons": .array(reasons.names.map(JSONValue.string)),
            "wouldWarn": .number("\(people)"), "met": .number("\(met)"),
            "contacts": .number("\(contacts)"),
        ]
    }
}

extension DataOptions {
    fileprivate func heldReports() async throws -> any HeldReports { try await association().heldReports() }
}

extension HoldReasons {
    fileprivate var names: [String] {
        [(HoldReasons.crowd, "crowd"), (.relay, "relay"), (.linked, "linked")].filter { contains($0.0) }.map(\.1)
    }
}
