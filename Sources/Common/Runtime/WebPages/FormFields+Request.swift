import HTTPTypes
package import ServiceKit
package import WireFormat

extension FormFields {
    /// Nil for a request of another type, and for a body that is not one of our forms.
    package init?(_ request: ServiceRequest) {
        let type = request.headers[.contentType]?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        guard type == "application/x-www-form-urlencoded" else {
            return nil
        }
        self.init(parsing: request.body)
    }
}

extension ServiceRequest {
    /// Whether the form came from our own pages, according to the browser ("Fetch Metadata", `Sec-Fetch-Site`).
    ///
    /// Programs do not state their origin, so their forms pass.
    package var isFromOwnPages: Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] } ?? "none"
        return ["same-origin", "none"].contains(site)
    }
}
