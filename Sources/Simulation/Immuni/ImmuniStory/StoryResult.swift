import AnalyticsStores
import ImmuniClient
package import ImmuniDemoServers
package import StoryKit

/// The result of the story.
package struct StoryResult: Sendable {
    package let expectations: [StoryExpectation]
    /// The running servers, if they were to be kept.
    package let keptServers: DemoServers?
    private let outcome: StoryOutcome
    private let duration: Duration

    init(outcome: StoryOutcome, duration: Duration, keptServers: DemoServers?) {
        expectations = outcome.expectations
        (self.keptServers, self.outcome, self.duration) = (keptServers, outcome, duration)
    }

    package var isAsExpected: Bool { expectations.allSatisfy(\.held) }

    /// The names of the phones that showed the notice.
    package var notified: [String] { outcome.listeners.filter(\.isNotified).map(\.name) }

    /// Prints the closing table and the expectations.
    ///
    /// - Parameter invites: whether to say how the running servers can be used.
    func tell(to narrator: Narrator, invites: Bool) {
        ClosingTable(expectations, rows: rows, duration: duration).tell(to: narrator)
        if invites, let keptServers {
            tellOfServers(keptServers, to: narrator)
        }
    }

    private var rows: [ClosingTable.Row] {
        let chunks = outcome.listeners.first?.report.chunks ?? []
        let listeners = outcome.listeners.map { listener in
            ClosingTable.Row(
                "\(listener.name), \(listener.metres) m away",
                """
                \(listener.matches) matching, Total Risk Score \(listener.totalRiskScore), \
                \(listener.isNotified ? "notified" : "not notified")
                """
            )
        }
        let counts = outcome.analytics.counts.map { count in
            ClosingTable.Row(
                "the authority sees, \(count.facts.platform.rawValue)",
                "\(count.count) in \(count.facts.province), \(count.facts.isWithExposure ? "notified" : "not notified")"
            )
        }
        return [ClosingTable.Row("keys uploaded", String(outcome.uploadedKeyCount))]
            + chunks.map { .init("TEK Chunk \($0.index)", "\(Narrator.grouped($0.byteCount)) bytes") }
            + listeners + counts
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
