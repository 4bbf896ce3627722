import AnalyticsStores
package import ImmuniDemoServers
import ImmuniClient
import ProximityRadio

/// The result of the story.
package struct StoryResult: Sendable {
    package let expectations: [StoryExpectation]
    /// The running servers, if they were to be kept.
    package let keptServers: DemoServers?
    private let outcome: StoryOutcome
    private let duration: Duration

    init(outcome: StoryOutcome, duration: Duration, keptServers: DemoServers?) {
        expectations = outcome.expectations
        self.keptServers = keptServers
        self.outcome = outcome
        self.duration = duration
    }

    package var isAsExpected: Bool { expectations.allSatisfy(\.held) }

    /// The names of the phones that showed the notice.
    package var notified: [String] { outcome.listeners.filter(\.isNotified).map(\.name) }

    /// Prints the closing table and the expectations.
    func tell(to narrator: Narrator) {
        narrator.line("")
        for expectation in expectations {
            narrator.line("[\(expectation.held ? "as expected" : "NOT AS EXPECTED")] \(expectation.text)")
        }
        narrator.line("")
        let rows = rows
        let width = rows.map(\.label.count).max() ?? 0
        for row in rows {
            let padding = String(repeating: " ", count: width - row.label.count)
            narrator.line("\(row.label)\(padding)  \(row.value)")
        }
        if let keptServers {
            tellOfServers(keptServers, to: narrator)
        }
    }

    private var rows: [(label: String, value: String)] {
        let chunks = outcome.listeners.first?.report.chunks ?? []
        var rows = [(label: "keys uploaded", value: String(outcome.uploadedKeyCount))]
        for chunk in chunks {
            rows.append(("TEK Chunk \(chunk.index)", "\(Narrator.grouped(chunk.byteCount)) bytes"))
        }
        for listener in outcome.listeners {
            rows.append(
                (
                    "\(listener.name), \(listener.metres) m away",
                    """
                    \(listener.matches) matching, Total Risk Score \(listener.totalRiskScore), \
                    \(listener.isNotified ? "notified" : "not notified")
                    """
                )
            )
        }
        for count in outcome.analytics.counts {
            let facts = count.facts
            rows.append(
                (
                    "the authority sees, \(facts.platform.rawValue)",
                    "\(count.count) in \(facts.province), \(facts.isWithExposure ? "notified" : "not notified")"
                )
            )
        }
        let milliseconds = duration / .milliseconds(1)
        rows.append(("seconds taken", String((milliseconds / 100).rounded() / 10)))
        return rows
    }

    private func tellOfServers(_ servers: DemoServers, to narrator: Narrator) {
        let index = outcome.listeners.first?.report.chunks.last?.index ?? 1
        let curl = "curl --cacert '\(servers.authorityFile)'"
        narrator.line(
            """

            The servers keep running on the story's clock, which stands still. Try:
              \(curl) -i '\(servers.publicURL)/v1/settings?platform=ios&build=1'
              \(curl) -i '\(servers.publicURL)/v1/keys/index'
              \(curl) -o chunk.zip '\(servers.publicURL)/v1/keys/\(index)'
            """
        )
    }
}
