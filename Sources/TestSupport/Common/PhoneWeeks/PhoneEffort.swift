import Foundation

/// What an app costs its phone, counted.
package struct PhoneEffort: Sendable {
    /// How often the app was woken while it was neither open nor running on.
    package var wakeUps = 0
    package var requests = 0
    /// How often a request needed a new connection.
    package var connections = 0
    /// Bytes of HTTP/1.1, heads included.
    package var sent = 0
    package var received = 0
    /// Bytes of the app's files that were written.
    package var written = 0
    /// Processor seconds, without those of the simulated servers.
    package var processorSeconds = 0.0

    /// A line of docs/battery.md: the mean of a day of a week.
    ///
    /// A signature's length is chance, by a byte or two. No figure of the page is that near to the next.
    package func row(_ phone: String) -> String {
        let counts = [wakeUps, requests, connections].map { String(format: "%.1f", Double($0) / Double(Self.days)) }
        let sizes = [sent, received, withTLS, written].map {
            String(format: "%.0f kB", Double($0) / Double(Self.days) / 1000)
        }
        return "| \(([phone] + counts + sizes).joined(separator: " | ")) |"
    }

    /// Bytes in both directions.
    package var withTLS: Int { sent + received + connections * Self.handshake }

    /// Those of a week.
    package static let days = 7
    /// Bytes that TLS 1.3 adds to a connection: a whole handshake with two certificates, and its records.
    private static let handshake = 3500
}
