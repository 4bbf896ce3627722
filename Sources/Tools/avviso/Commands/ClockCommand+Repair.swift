import ArgumentParser
import ClockPorts
import CommonAssembly
import ServiceKit
import WireFormat

extension ClockCommand {
    struct Repair: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "repair",
            abstract: "Correct the rows that a wrong clock wrote, and list them.",
            discussion: """
                Assumes that the present time is right. Refused while the clock is held. Uses one transaction for each \
                database, and is safe beside a running server. Running it again changes nothing.

                Examples:
                  avviso clock repair --dry-run --data data
                  avviso clock repair --data data
                """
        )

        @Flag(help: "Show what would change, and change nothing.") var dryRun = false
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func perform() async throws {
            let server = try await ClockCommand.server(options)
            let repaired = try await server.repairClock(isRehearsal: dryRun)
            Terminal.put(json ? facts(of: repaired).line + "\n" : text(of: repaired))
        }

        private func text(of repaired: [Server.RepairedDatabase]) -> String {
            let rows = repaired.flatMap { database in
                database.repairs.map { ["\(database.database).\($0.table)", "\($0.rows)", $0.description] }
            }
            guard !rows.isEmpty else {
                let names = repaired.map(\.database).joined(separator: ", ")
                return "Nothing to repair in \(names).\n"
            }
            return TextTable.lines([["table", "rows", dryRun ? "would be repaired" : "repaired"]] + rows)
        }

        private func facts(of repaired: [Server.RepairedDatabase]) -> JSONValue {
            [
                "dry_run": .boolean(dryRun),
                "repairs": .array(
                    repaired.flatMap { database in
                        database.repairs.map { repair in
                            [
                                "database": .string(database.database), "table": .string(repair.table),
                                "rows": .integer(repair.rows), "repair": .string(repair.description),
                            ]
                        }
                    }
                ),
            ]
        }
    }
}
