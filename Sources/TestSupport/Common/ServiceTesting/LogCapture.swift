package import Logging
import ServiceKit
import Synchronization

/// Collects the lines that a logger would write to standard error.
package final class LogCapture: Sendable {
    private let captured = Mutex<[String]>([])

    package init() {}

    /// A logger that writes the production format into this capture, at the finest level.
    package var logger: Logger {
        Logger(label: "test") { _ in
            JSONLinesLogHandler(clock: SystemWallClock(), level: .trace) { [self] line in
                captured.withLock { $0.append(line) }
            }
        }
    }

    package var lines: [String] { captured.withLock { $0 } }

    package func contains(_ text: String) -> Bool {
        lines.contains { $0.contains(text) }
    }
}
