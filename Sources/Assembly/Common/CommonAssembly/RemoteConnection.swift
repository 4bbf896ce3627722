package import ExposurePrimitives
package import HTTPTransport

/// A connection to a remote service.
package struct RemoteConnection: Sendable {
    package let exchange: HTTPServerExchange
    /// The bearer token of the service; nil if it has none.
    package let token: SecretBytes?

    package func shutDown() async throws {
        try await exchange.shutDown()
    }

    /// Closes it when the host stops.
    package var activity: @Sendable () async -> Void {
        {
            // The host cancels its activities when it stops. The sleep ends at once then; its length means nothing.
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(UnixTime.secondsPerDay))
            }
            try? await shutDown()
        }
    }
}
