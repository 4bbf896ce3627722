import ExposureTesting
import Dispatch
package import Foundation
import Synchronization

/// A server run as a child process, for tests of the executable itself.
package final class ServerProcess: Sendable {
    package enum ServerProcessError: Error {
        /// It ended before it was ready; with what it printed.
        case ended(status: Int32, output: String)
        /// It did not become ready in time; with what it printed.
        case notReady(output: String)
    }

    private let process: Process
    private let printed = PrintedOutput()
    /// Free on loopback when the process was started.
    package let publicPort: Int
    package let internalPort: Int

    /// Starts `executable` and waits until `/health` on the internal listener answers 200.
    ///
    /// - Parameters:
    ///   - environment: The child's variables, besides those that every program needs.
    ///   - arguments: Made from the two ports that were chosen.
    package init(
        _ executable: URL,
        environment: [String: String] = [:],
        patience: Duration = .seconds(60),
        arguments: (_ publicPort: Int, _ internalPort: Int) -> [String]
    ) async throws {
        (publicPort, internalPort) = (try FreePort.find(), try FreePort.find())
        process = Process()
        process.executableURL = executable
        process.arguments = arguments(publicPort, internalPort)
        let inherited = ProcessInfo.processInfo.environment.filter { Self.inheritedVariables.contains($0.key) }
        process.environment = inherited.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        printed.collect(from: pipe.fileHandleForReading)
        do {
            try await waitUntilReady(patience: patience)
        } catch {
            kill()
            throw error
        }
    }

    deinit {
        kill()
    }

    /// Standard output and standard error so far.
    package var output: String { printed.text }
    package var isRunning: Bool { process.isRunning }
    package var processIdentifier: Int32 { process.processIdentifier }

    /// Asks for a graceful shutdown (SIGTERM).
    package func terminate() {
        if process.isRunning {
            process.terminate()
        }
    }

    /// Ends it at once (SIGKILL), as a crash would.
    package func kill() {
        if process.isRunning {
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
        }
    }

    /// Waits for its end and for the last of its output; returns its exit status, or the number of the signal that
    /// ended it.
    @discardableResult
    package func waitForEnd() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process, printed] in
                process.waitUntilExit()
                printed.waitForEnd()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }

    private func waitUntilReady(patience: Duration) async throws {
        let deadline = ContinuousClock.now.advanced(by: patience)
        let health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        while true {
            let isLate = ContinuousClock.now >= deadline
            // Looked at after the clock: on a busy machine all of the patience may pass between two looks.
            guard process.isRunning else {
                throw ServerProcessError.ended(status: await waitForEnd(), output: output)
            }
            guard !isLate else {
                throw ServerProcessError.notReady(output: output)
            }
            if let answer = try? await RawHTTP.exchange(port: internalPort, health), answer.status == 200 {
                return
            }
            // Another process tells nobody when it is ready: asking again after a while is the only way.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static let inheritedVariables: Set = ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR", "TZ"]
}

/// What a child process prints, collected on a thread of its own.
private final class PrintedOutput: Sendable {
    private let collected = Mutex<[UInt8]>([])
    private let reading = DispatchGroup()

    func collect(from handle: FileHandle) {
        reading.enter()
        Thread.detachNewThread { [self] in
            while case let data = handle.availableData, !data.isEmpty {
                collected.withLock { $0 += data }
            }
            reading.leave()
        }
    }

    /// Returns when the child has closed its output.
    func waitForEnd() {
        reading.wait()
    }

    var text: String { collected.withLock { String(decoding: $0, as: UTF8.self) } }
}
