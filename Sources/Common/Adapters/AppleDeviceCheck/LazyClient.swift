import AsyncHTTPClient
import Synchronization

/// A client that is created when it is first needed. A created client must be shut down.
final class LazyClient: Sendable {
    private let configuration: HTTPClient.Configuration
    private let client = Mutex<HTTPClient?>(nil)

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    var made: HTTPClient {
        client.withLock { client in
            if let client {
                return client
            }
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    func shutDown() async throws {
        try await client.withLock { $0.take() }?.shutdown()
    }
}
