package import WireFormat

/// An endpoint of the contract together with what answers it.
package struct Route: Sendable {
    /// Answers one request; a `Refusal` or an error of its contract is rendered, anything else is
    /// the server's failure.
    package typealias Handler = @Sendable (ServiceRequest) async throws -> ServiceResponse

    package let endpoint: Endpoint
    package let handler: Handler
    let audience: Audience

    /// Whom the internal listener lets call a route; the public listener lets everybody.
    enum Audience {
        /// Programs that show what the set-up asks for: a token, a certificate, or that they are on this machine.
        case programs
        /// As `programs`, and load balancers on the internal network, which have nothing to show.
        case probes
        /// People with a browser, who have no token to show: the page's own service decides whom it lets in. A page is
        /// no part of the contract that programs rely on.
        case people
    }

    package init(_ endpoint: Endpoint, handler: @escaping Handler) {
        self.init(endpoint, for: .programs, handler: handler)
    }

    init(_ endpoint: Endpoint, for audience: Audience, handler: @escaping Handler) {
        self.endpoint = endpoint
        self.handler = handler
        self.audience = audience
    }

    /// A route of a page.
    package static func page(_ method: Endpoint.Method, _ path: String, handler: @escaping Handler) -> Route {
        Route(Endpoint(method, path), for: .people, handler: handler)
    }
}
