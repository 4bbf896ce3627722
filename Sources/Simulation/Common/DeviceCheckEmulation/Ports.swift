import Synchronization

/// Reports both ports once both are known.
final class Ports: Sendable {
    private let ports = Mutex<(port: Int?, controlPort: Int?)>((nil, nil))
    private let ready: @Sendable (_ port: Int, _ controlPort: Int) -> Void

    init(_ ready: @escaping @Sendable (_ port: Int, _ controlPort: Int) -> Void) {
        self.ready = ready
    }

    func report(port: Int? = nil, controlPort: Int? = nil) {
        let both = ports.withLock { ports in
            ports = (port ?? ports.port, controlPort ?? ports.controlPort)
            return ports
        }
        if let port = both.port, let controlPort = both.controlPort {
            ready(port, controlPort)
        }
    }
}
