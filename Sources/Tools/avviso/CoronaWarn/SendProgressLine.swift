import Foundation
import LaboratoryClient
import Synchronization

/// The progress of sending: a line on a terminal's standard error, redrawn in place. Elsewhere only pauses are told.
final class SendProgressLine: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let isShown = Mutex(false)

    func show(_ progress: SendProgress) {
        switch progress {
        case .stored(let count, let total):
            guard isTerminal else {
                return
            }
            let done = count * Self.width / max(1, total)
            let bar = String(repeating: "#", count: done) + String(repeating: ".", count: Self.width - done)
            write("\r[\(bar)] \(count) of \(total) results")
            isShown.withLock { $0 = true }
        case .waiting(let seconds):
            clear()
            Terminal.complain("no answer; the next attempt is in \(seconds) s")
        }
    }

    func clear() {
        if isShown.withLock({ isShown in
            defer {
                isShown = false
            }
            return isShown
        }) {
            write("\r\u{1B}[K")
        }
    }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    private static let width = 25
}
