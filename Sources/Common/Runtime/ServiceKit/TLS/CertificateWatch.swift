import ServiceLifecycle

/// Looks once a minute whether certificate files changed, until the host stops.
struct CertificateWatch: Service {
    let keepers: [TLSKeeper]
    let pacemaker: any Pacemaker

    static let period = Duration.seconds(60)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await pacemaker.sleep(until: pacemaker.elapsed() + Self.period)
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
