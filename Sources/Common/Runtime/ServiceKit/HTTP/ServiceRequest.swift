package import HTTPTypes
package import WireFormat

/// A request that has wholly arrived and passed the limits of the transport.
package struct ServiceRequest: Sendable {
    package let method: HTTPRequest.Method
    /// The path as it was sent, without the query.
    package let path: String
    /// The query as it was sent, without its question mark; nil where there is none.
    package let rawQuery: String?
    /// The query's pairs in order, percent-decoded; empty without a query, nil for a malformed one.
    package let query: [(name: String, value: String)]?
    /// What stood in place of the braced segments of the route, in order, percent-decoded.
    package let parameters: [String]
    package let headers: HTTPFields
    package let body: [UInt8]
    /// What was asked for.
    let endpoint: Endpoint
    /// Who sent it, on the partner listener. Handlers learn it from their second argument.
    let partner: Partner?

    /// - Parameters:
    ///   - endpoint: nil for one of which nothing but the path matters.
    ///   - partner: nil on every listener but the one for partners.
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
    /// A name that stands in a contract.
    package init(known text: String) {
        guard let name = HTTPField.Name(text) else {
            preconditionFailure("\(text) is a valid field name")
        }
        self = name
    }
}
