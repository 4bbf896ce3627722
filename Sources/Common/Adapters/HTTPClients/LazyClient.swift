package import AsyncHTTPClient
import Synchronization

/// A client that is created when it is first needed. A created client must be shut down; one that sent nothing need not
/// be.
package final class LazyClient: Sendable {
    private let configuration: HTTPClient.Configuration
    private let client = Mutex<HTTPClient?>(nil)

    package init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    package var made: HTTPClient {
        client.withLock { client in
            if let client {
                return client
            }
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = new
            return new
        }
    }

    package func shutDown() async throws {
        try await client.withLock { $0.take() }?.shutdown()
    }
}
