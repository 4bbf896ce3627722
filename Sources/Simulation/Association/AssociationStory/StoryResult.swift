import AssociationAPI
package import AssociationDemo
package import StoryKit
import WireFormat

/// The result of the story.
package struct StoryResult: Sendable {
    package let expectations: [StoryExpectation]
    /// The running servers, if they were to be kept.
    package let keptServers: AssociationDemoServers?
    private let outcome: StoryOutcome
    private let duration: Duration

    init(outcome: StoryOutcome, duration: Duration, keptServers: AssociationDemoServers?) {
        expectations = outcome.expectations
        (self.keptServers, self.outcome, self.duration) = (keptServers, outcome, duration)
    }

    package var isAsExpected: Bool { expectations.allSatisfy(\.held) }

    /// Prints the expectations and the closing table.
    func tell(to narrator: Narrator) {
        ClosingTable(expectations, rows: rows, duration: duration).tell(to: narrator)
        if let keptServers {
            narrator.line(
                """

                The authority keeps running on the story's clock, which stands still. Try:
                  curl '\(keptServers.internalURL)/metrics'
                """
            )
        }
    }

    private var rows: [ClosingTable.Row] {
        let listeners = outcome.listeners.map { listener in
            ClosingTable.Row(listener.name, listener.alerts.isEmpty ? "not warned" : "warned")
        }
        return [
            ClosingTable.Row("tickets on Anna's phone", String(outcome.contacts)),
            ClosingTable.Row(
                "batches sent, genuine and not",
                String(outcome.requests.count(of: AssociationEndpoint.batch.path))
            ),
            ClosingTable.Row("polls", String(outcome.requests.count(of: AssociationEndpoint.poll.path))),
        ] + listeners
    }
}
