import HTTPTypes
package import WireFormat

/// An endpoint of the contract together with what answers it.
package struct Route: Sendable {
    /// Answers one request; a `Refusal` or an error of its contract is rendered, anything else is
    /// the server's failure.
    package typealias Handler = @Sendable (ServiceRequest) async throws -> ServiceResponse
    /// Answers one request of a caller who is known by name.
    package typealias NamedHandler = @Sendable (ServiceRequest, _ caller: String) async throws -> ServiceResponse

    package let endpoint: Endpoint
    package let handler: Handler
    package let caller: Caller

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
    package static func forOperators(
        _ endpoint: Endpoint,
        knownBy check: @escaping CredentialCheck,
        withoutHeader refusal: Refusal = .unauthorised,
        handler: @escaping NamedHandler
    ) -> Route {
        let route = named(endpoint, for: .operator, knownBy: check, handler: handler)
        return Route(endpoint, for: .operator) { request in
            guard request.headers[.authorization] != nil else {
                throw refusal
            }
            return try await route.handler(request)
        }
    }

    /// A route of the internal listener, the partner listener, or both.
    package static func forLaboratories(
        _ endpoint: Endpoint,
        knownBy check: @escaping CredentialCheck,
        handler: @escaping NamedHandler
    ) -> Route {
        named(endpoint, for: .laboratory, knownBy: check, handler: handler)
    }

    /// A route of the partner listener. The list of partners says who calls.
    package static func forForeignAuthorities(_ endpoint: Endpoint, handler: @escaping NamedHandler) -> Route {
        named(endpoint, for: .foreignAuthority, knownBy: Self.listedName, handler: handler)
    }

    /// A route of a page, on the internal listener.
    package static func page(_ method: Endpoint.Method, _ path: String, handler: @escaping Handler) -> Route {
        Route(Endpoint(method, path), for: .session, handler: handler)
    }

    private static func named(
        _ endpoint: Endpoint,
        for caller: Caller,
        knownBy check: @escaping CredentialCheck,
        handler: @escaping NamedHandler
    ) -> Route {
        Route(endpoint, for: caller) { request in
            guard let credential = request.credential(of: caller), let name = try await check(credential) else {
                throw Refusal.unauthorised
            }
            return try await handler(request, name)
        }
    }

    private static let listedName: CredentialCheck = { credential in
        switch credential {
        case .token: nil
        case .certificate(let name): name
        }
    }
}
