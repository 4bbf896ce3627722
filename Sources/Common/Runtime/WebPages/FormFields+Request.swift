import HTTPTypes
package import ServiceKit
package import WireFormat

extension FormFields {
    /// Nil for a request of another type, and for what is no form of ours.
    package init?(_ request: ServiceRequest) {
        let type = request.headers[.contentType]?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        guard type == "application/x-www-form-urlencoded" else {
            return nil
        }
        self.init(parsing: request.body)
    }
}

extension ServiceRequest {
    /// Whether no page of somebody else sent the form, as far as the browser says ("Fetch Metadata", `Sec-Fetch-Site`). Programs
    /// do not say from where they come.
    package var isFromOwnPages: Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] } ?? "none"
        return ["same-origin", "none"].contains(site)
    }
}
