import ServiceLifecycle

/// Files that can change while the server runs.
protocol WatchedFiles: Sendable {
    /// Reads the files again. If their content changed and has no mistake, it is in force from now on.
    func check()
}

/// Checks once a minute whether certificate files or the list of partners changed, until the host stops.
struct CertificateWatch: Service {
    let keepers: [any WatchedFiles]
    let monotonicClock: any MonotonicClock

    static let period = Duration.seconds(60)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await monotonicClock.sleep(until: monotonicClock.elapsed() + Self.period)
                } catch is CancellationError {
                    return
                }
                for keeper in keepers {
                    keeper.check()
                }
            }
        }
    }
}
