package import HTTPTypes
package import WireFormat

/// A request that has arrived completely and passed the limits of the transport.
package struct ServiceRequest: Sendable {
    package let method: HTTPRequest.Method
    /// The path as it was sent, without the query.
    package let path: String
    /// The query as it was sent, without its question mark; nil if there is none.
    package let rawQuery: String?
    /// The query's pairs in order, percent-decoded; empty without a query, nil for a malformed one.
    package let query: [(name: String, value: String)]?
    /// The values of the route's braced segments, in order, percent-decoded.
    package let parameters: [String]
    package let headers: HTTPFields
    package let body: [UInt8]
    /// The endpoint of the request.
    let endpoint: Endpoint
    /// The sender, on the partner listener. Handlers get it as their second argument.
    let partner: Partner?

    /// - Parameters:
    ///   - endpoint: nil if only the path matters.
    ///   - partner: nil on every listener except the one for partners.
    package init(
        method: HTTPRequest.Method,
        path: String,
        rawQuery: String? = nil,
        query: [(name: String, value: String)]? = [],
        parameters: [String] = [],
        headers: HTTPFields = [:],
        body: [UInt8] = [],
        endpoint: Endpoint? = nil,
        partner: Partner? = nil
    ) {
        self.method = method
        self.path = path
        self.rawQuery = rawQuery
        self.query = query
        self.parameters = parameters
        self.headers = headers
        self.body = body
        self.endpoint = endpoint ?? Endpoint(method == .post ? .post : .get, path)
        self.partner = partner
    }
}

extension HTTPField.Name {
    /// A name from a contract.
    package init(known text: String) {
        guard let name = HTTPField.Name(text) else {
            preconditionFailure("\(text) is a valid field name")
        }
        self = name
    }
}
