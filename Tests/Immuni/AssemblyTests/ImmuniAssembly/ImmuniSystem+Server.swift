import CommonAssembly
import ImmuniAssembly
import Logging
import ServiceKit

/// Helpers for tests of a server that runs Immuni alone.
extension ImmuniSystem {
    /// The services of such a server, the operators' pages included.
    static let allServices = Server.services(of: [ImmuniSystem.self])

    var server: Server { Server(self) }

    func host(
        for names: [ServiceName],
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        logger: Logger,
        whenListening: @escaping @Sendable ([FitnessFinding]) -> Void = { _ in }
    ) async throws -> ServiceHost {
        try await server.host(for: names, monotonicClock: monotonicClock, logger: logger, whenListening: whenListening)
    }
}
