import ServiceKit
import ServiceLifecycle
import UnixSignals

/// Loads changed certificate files at once on SIGHUP, as operators' renewal scripts expect of a server.
struct ReloadOnHangup: Service, CustomStringConvertible {
    let description = "ReloadOnHangup"
    let reload: @Sendable () -> Void

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            reload()
        }
    }
}
