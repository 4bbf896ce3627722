import HTTPTypes
package import WireFormat

/// An endpoint of the contract with its handler.
package struct Route: Sendable {
    /// Answers one request. A `Refusal` or an error of its contract is rendered. Any other error is a failure of the
    /// server.
    package typealias Handler = @Sendable (ServiceRequest) async throws -> ServiceResponse
    /// Answers one request of a caller who is known.
    package typealias KnownHandler<Holder> =
        @Sendable (ServiceRequest, _ caller: Holder) async throws -> ServiceResponse

    package let endpoint: Endpoint
    package let handler: Handler
    package let caller: Caller
    /// The bytes of a body that the route takes beyond `limits.body`, if its length is announced; nil if that is its
    /// limit.
    private(set) var largeBody: Int?

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

    /// A route of the internal listener, for the holders of operators' tokens.
    ///
    /// - Parameter refusal: the answer to a request without an `Authorization` header.
    package static func forOperators<Holder>(
        _ endpoint: Endpoint,
        knownBy check: @escaping CredentialCheck<Holder>,
        withoutHeader refusal: Refusal = .unauthorised,
        handler: @escaping KnownHandler<Holder>
    ) -> Route {
        let route = known(endpoint, for: .operator, knownBy: check, handler: handler)
        return Route(endpoint, for: .operator) { request in
            guard request.headers[.authorization] != nil else {
                throw refusal
            }
            return try await route.handler(request)
        }
    }

    /// A route of the internal listener, the partner listener, or both.
    package static func forLaboratories<Holder>(
        _ endpoint: Endpoint,
        knownBy check: @escaping CredentialCheck<Holder>,
        handler: @escaping KnownHandler<Holder>
    ) -> Route {
        known(endpoint, for: .laboratory, knownBy: check, handler: handler)
    }

    /// A route of the partner listener. The list of partners says who calls.
    package static func forForeignAuthorities(_ endpoint: Endpoint, handler: @escaping KnownHandler<String>) -> Route {
        known(endpoint, for: .foreignAuthority, knownBy: Self.listedName, handler: handler)
    }

    /// A route of a page, on the internal listener.
    package static func page(_ method: Endpoint.Method, _ path: String, handler: @escaping Handler) -> Route {
        Route(Endpoint(method, path), for: .session, handler: handler)
    }

    /// The route with a check that comes before the handler, also before it asks who calls.
    package func checkingFirst(_ check: @escaping @Sendable (ServiceRequest) throws -> Void) -> Route {
        var checked = Route(endpoint, for: caller) { [handler] request in
            try check(request)
            return try await handler(request)
        }
        checked.largeBody = largeBody
        return checked
    }

    /// The route with a larger limit of its bodies than other routes have.
    package func takingBodies(upTo size: Int) -> Route {
        var copy = self
        copy.largeBody = size
        return copy
    }

    private static func known<Holder>(
        _ endpoint: Endpoint,
        for caller: Caller,
        knownBy check: @escaping CredentialCheck<Holder>,
        handler: @escaping KnownHandler<Holder>
    ) -> Route {
        Route(endpoint, for: caller) { request in
            guard let credential = request.credential(of: caller), let holder = try await check(credential) else {
                throw Refusal.unauthorised
            }
            return try await handler(request, holder)
        }
    }

    private static let listedName: CredentialCheck<String> = { credential in
        switch credential {
        case .token: nil
        case .certificate(let name): name
        }
    }
}
