import CoronaWarnClient
package import CoronaWarnDemo
package import StoryKit

/// The result of the story.
package struct StoryResult: Sendable {
    package let expectations: [StoryExpectation]
    /// The running servers, if they were to be kept.
    package let keptServers: CoronaWarnDemoServers?
    private let outcome: StoryOutcome
    private let duration: Duration

    init(outcome: StoryOutcome, duration: Duration, keptServers: CoronaWarnDemoServers?) {
        expectations = outcome.expectations
        (self.keptServers, self.outcome, self.duration) = (keptServers, outcome, duration)
    }

    package var isAsExpected: Bool { expectations.allSatisfy(\.held) }

    /// The names of the people whose phones warned them.
    package var warned: [String] { outcome.listeners.filter(\.isWarned).map(\.name) }

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
        let withKeys = outcome.record.packages.filter { outcome.publishedKeys[$0.key, default: 0] > 0 }
        let packages = withKeys.sorted { $0.key < $1.key }.map { path, file in
            ClosingTable.Row(
                "package of \(path.split(separator: "/").drop { $0 != "date" }.dropFirst().joined(separator: " "))",
                "\(Narrator.grouped(file.count)) bytes"
            )
        }
        let listeners = outcome.listeners.map { listener in
            ClosingTable.Row(
                "\(listener.name), \(listener.metres) m away",
                """
                \(Int(listener.nearMinutes.rounded())) minutes near, \
                \(StoryOutcome.Listener.text(listener.score)) weighted, \(listener.isWarned ? "warned" : "not warned")
                """
            )
        }
        return [ClosingTable.Row("keys sent", String(outcome.shared.keyCount))] + packages + listeners
    }

    private func tellOfServers(_ servers: CoronaWarnDemoServers, to narrator: Narrator) {
        let curl = "curl --cacert '\(servers.authorityFile)'"
        let path = outcome.record.packages.keys.sorted().last ?? "/version"
        narrator.line(
            """

            The servers keep running on the story's clock, which stands still. Try:
              \(curl) -i '\(servers.publicURL)/version/v1/diagnosis-keys/country'
              \(curl) -o configuration.zip '\(servers.publicURL)/version/v2/app_config_ios'
              \(curl) -o package.zip '\(servers.publicURL)\(path)'
            """
        )
    }
}
