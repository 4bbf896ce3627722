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
    package func row(_ phone: String) -> String {
        let texts = figures.map { String(format: $0.unit.isEmpty ? "%.1f" : "%.0f", $0.value) + $0.unit }
        return "| \(([phone] + texts).joined(separator: " | ")) |"
    }

    /// Whether a line has these figures.
    ///
    /// The length of a signature is chance, and compressed files differ by some bytes from one version of the library
    /// to the next. So sizes may differ by a kilobyte more than they are rounded.
    package func matches(_ row: Substring) -> Bool {
        let cells = row.split(separator: "|").dropFirst().map { Double($0.filter { $0.isNumber || $0 == "." }) }
        return cells.count == figures.count
            && zip(cells, figures).allSatisfy { cell, figure in
                cell.map { abs($0 - figure.value) <= (figure.unit.isEmpty ? 0.051 : 1.5) } ?? false
            }
    }

    /// The cells of a line: counts, and kilobytes.
    private var figures: [(value: Double, unit: String)] {
        [wakeUps, requests, connections].map { (Double($0) / Double(Self.days), "") }
            + [sent, received, withTLS, written].map { (Double($0) / Double(Self.days) / 1000, " kB") }
    }

    /// Bytes in both directions.
    package var withTLS: Int { sent + received + connections * Self.handshake }

    /// Those of a week.
    package static let days = 7
    /// Bytes that TLS 1.3 adds to a connection: a whole handshake with two certificates, and its records.
    private static let handshake = 3500
}
