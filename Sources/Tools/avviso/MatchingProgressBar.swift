import ExposureMatching
import Foundation
import Synchronization

/// The progress of a long match: a line on a terminal's standard error, redrawn in place from the second second on.
final class MatchingProgressBar: Sendable {
    private struct State {
        var isShown = false
        var nextTime: ContinuousClock.Instant
    }

    private let fileCount: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex(State(nextTime: .now + .seconds(1)))

    init(fileCount: Int) {
        self.fileCount = fileCount
    }

    func show(_ progress: MatchingProgress) {
        guard isTerminal else {
            return
        }
        state.withLock { state in
            guard state.nextTime <= .now else {
                return
            }
            state.nextTime = .now + .milliseconds(100)
            state.isShown = true
            let done = progress.files * Self.width / fileCount
            let bar = String(repeating: "#", count: done) + String(repeating: ".", count: Self.width - done)
            Self.write("\r[\(bar)] \(progress.files) of \(fileCount) files, \(progress.keys) keys")
        }
    }

    /// Writes a line in the bar's place; the bar comes back below it.
    func complain(_ line: String) {
        clear()
        Terminal.complain(line)
    }

    func clear() {
        state.withLock { state in
            if state.isShown {
                Self.write("\r\u{1B}[K")
            }
            state.isShown = false
        }
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    private static let width = 25
}
