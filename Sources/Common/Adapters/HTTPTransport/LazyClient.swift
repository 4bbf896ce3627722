package import AsyncHTTPClient
import Synchronization

/// A client that is created when it is first needed. Its owner shuts it down at the end. Without that, it closes its
/// connections when nobody holds it any more.
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

    deinit {
        // In debug builds, AsyncHTTPClient ends the process for a client that was not shut down.
        client.withLock { $0.take() }?.shutdown { _ in }
    }
}
