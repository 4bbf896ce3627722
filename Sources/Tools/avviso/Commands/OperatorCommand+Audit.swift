import ArgumentParser
import ExposurePrimitives
import OperatorPortal
import OperatorStores
import ServiceKit
import WireFormat

extension OperatorCommand {
    struct Audit: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "audit",
            abstract: "Show who did what, and when. Codes and patients are never recorded.",
            discussion: """
                Examples:
                  avviso operator audit --days 1 --data data
                  avviso operator audit --name anna.rossi --json --data data
                """
        )

        @Option(help: "The number of past days to show.") var days = 30
        @Option(help: "Show only this operator's lines.", transform: OperatorName.argument) var name: OperatorName?
        @Flag(help: "Print one JSON array, for programs.") var json = false
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard (1...3650).contains(days) else {
                throw ValidationError("--days must be a number from 1 to 3650.")
            }
        }

        func perform() async throws {
            let since = SystemWallClock().now().advanced(bySeconds: -Int64(days) * UnixTime.secondsPerDay)
            let entries = try await options.operatorAccounts().audit(since: since)
                .filter { name == nil || $0.name == name }
            Terminal.list(entries, asJSON: json, facts: \.facts) { "\($0.at)  \($0.name)  \($0.event.rawValue)" }
        }
    }
}

extension OperatorAuditEntry {
    fileprivate var facts: JSONValue {
        ["at": .string("\(at)"), "name": .string("\(name)"), "event": .string(event.rawValue)]
    }
}
