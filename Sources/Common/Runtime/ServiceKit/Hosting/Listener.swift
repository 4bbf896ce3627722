import ServiceLifecycle

/// One listening socket with its responder.
struct Listener: Service, CustomStringConvertible {
    enum Kind: String, Sendable {
        case `public`
        case `internal`
        /// For systems of other organisations, which show a certificate.
        case partner
    }

    /// How the listener ends when the host stops.
    enum Ending: Sendable {
        /// New connections are refused at once. One that waits to be accepted at this moment is reset.
        case atOnce
        /// New connections are served for some time, and then none is lost.
        case afterDraining(Duration)
    }

    let kind: Kind
    let address: ListenAddress
    let responder: Responder
    let tls: TLSKeeper?
    let ports: PortBoard
    let ending: Ending
    let monotonicClock: any MonotonicClock

    var description: String { "\(kind) listener" }

    func run() async throws {
        let setup = ConnectionSetup(responder: responder, tls: tls)
        let socket = try await ListeningSocket(at: address, limit: responder.connections.hardLimit, setUp: setup.setUp)
        ports.report(kind, port: socket.port)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await endWithHost(socket) }
            await socket.serve()
            group.cancelAll()
        }
    }

    private func endWithHost(_ socket: ListeningSocket) async throws {
        try await gracefulShutdown()
        // If another listener could not begin, nobody is served.
        if case .afterDraining(let drain) = ending, ports.areBound {
            try await monotonicClock.sleep(until: monotonicClock.elapsed() + drain)
            if await socket.refuseNewcomers() {
                try await monotonicClock.sleep(until: monotonicClock.elapsed() + ListeningSocket.pause)
            }
        }
        socket.close()
    }
}
