package import WireFormat

/// An endpoint of the contract together with what answers it.
package struct Route: Sendable {
    /// Answers one request; an `APIError` thrown becomes its body, anything else becomes 500.
    package typealias Handler = @Sendable (ServiceRequest) async throws -> ServiceResponse

    package let endpoint: Endpoint
    package let handler: Handler
    /// Whether the internal listener answers it without a token.
    let isOpen: Bool
    /// Whether people read it in a browser: then it is no part of the contract that programs rely on.
    let isPage: Bool

    package init(_ endpoint: Endpoint, handler: @escaping Handler) {
        self.init(endpoint, isOpen: false, isPage: false, handler: handler)
    }

    private init(_ endpoint: Endpoint, isOpen: Bool, isPage: Bool, handler: @escaping Handler) {
        self.endpoint = endpoint
        self.handler = handler
        self.isOpen = isOpen
        self.isPage = isPage
    }

    /// A route that the internal listener answers without a token.
    static func open(_ endpoint: Endpoint, handler: @escaping Handler) -> Route {
        Route(endpoint, isOpen: true, isPage: false, handler: handler)
    }

    /// A route of a page. A browser has no token to show, so the page's own service decides whom it lets in.
    package static func page(_ method: Endpoint.Method, _ path: String, handler: @escaping Handler) -> Route {
        Route(Endpoint(method, path), isOpen: true, isPage: true, handler: handler)
    }
}
