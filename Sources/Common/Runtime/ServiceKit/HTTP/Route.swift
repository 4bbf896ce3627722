package import WireFormat

/// An endpoint of the contract together with what answers it.
package struct Route: Sendable {
    /// Answers one request; a `Refusal` or an error of its contract is rendered, anything else is
    /// the server's failure.
    package typealias Handler = @Sendable (ServiceRequest) async throws -> ServiceResponse

    package let endpoint: Endpoint
    package let handler: Handler
    let caller: Caller

    init(_ endpoint: Endpoint, for caller: Caller, handler: @escaping Handler) {
        self.endpoint = endpoint
        self.handler = handler
        self.caller = caller
    }

    /// A route of the public listener.
    package static func forEveryone(_ endpoint: Endpoint, handler: @escaping Handler) -> Route {
        Route(endpoint, for: .everyone, handler: handler)
    }

    /// A route of the internal listener, for programs of the authority.
    package static func forPrograms(_ endpoint: Endpoint, handler: @escaping Handler) -> Route {
        Route(endpoint, for: .program, handler: handler)
    }

    /// A route of the internal listener that is no page, for those whom its service knows.
    ///
    /// - Parameter knows: whether the request shows what an operator has; if not, it is refused.
    package static func forOperators(
        _ endpoint: Endpoint,
        knows: @escaping @Sendable (ServiceRequest) async throws -> Bool,
        handler: @escaping Handler
    ) -> Route {
        Route(endpoint, for: .operator) { request in
            guard try await knows(request) else {
                throw Refusal.unauthorised
            }
            return try await handler(request)
        }
    }

    /// A route of the partner listener.
    package static func forLaboratories(_ endpoint: Endpoint, handler: @escaping Handler) -> Route {
        Route(endpoint, for: .laboratory, handler: handler)
    }

    /// A route of a page, on the internal listener.
    package static func page(_ method: Endpoint.Method, _ path: String, handler: @escaping Handler) -> Route {
        Route(Endpoint(method, path), for: .session, handler: handler)
    }
}
