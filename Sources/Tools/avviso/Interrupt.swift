import ArgumentParser
import Foundation
import UnixSignals

/// Does `work`, and cancels it on Ctrl-C. The command then ends with the exit code that shells expect. A second Ctrl-C
/// ends the process at once, without waiting for the work.
func stoppingOnInterrupt<Value: Sendable>(
    _ work: @escaping @concurrent @Sendable () async throws -> Value
) async throws -> Value {
    let interrupts = await UnixSignalsSequence(trapping: .sigint)
    let task = Task(operation: work)
    let watch = Task {
        for await _ in interrupts {
            guard !task.isCancelled else {
                exit(interrupted.rawValue)
            }
            task.cancel()
        }
    }
    defer {
        watch.cancel()
    }
    do {
        return try await task.value
    } catch is CancellationError {
        Terminal.complain("avviso: stopped")
        throw interrupted
    }
}

/// 128 and the number of the signal.
private let interrupted = ExitCode(128 + SIGINT)
