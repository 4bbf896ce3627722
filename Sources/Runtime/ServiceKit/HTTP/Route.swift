package import WireFormat

/// An endpoint of the contract together with what answers it.
package struct Route: Sendable {
    /// Answers one request; an `APIError` thrown becomes its body, anything else becomes 500.
    package typealias Handler = @Sendable (ServiceRequest) async throws -> ServiceResponse

    package let endpoint: Endpoint
    package let handler: Handler
    /// Whether the internal listener answers it without a token.
    var isOpen = false

    package init(_ endpoint: Endpoint, handler: @escaping Handler) {
        self.endpoint = endpoint
        self.handler = handler
    }
}
