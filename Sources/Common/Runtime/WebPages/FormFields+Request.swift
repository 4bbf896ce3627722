import HTTPTypes
package import ServiceKit
package import WireFormat

extension FormFields {
    /// Nil for a request of another type, and for a body that is not one of our forms.
    package init?(_ request: ServiceRequest) {
        let parts = (request.headers[.contentType] ?? "").split(separator: ";").map { $0.filter { $0 != " " } }
        switch parts.first?.lowercased() {
        case "application/x-www-form-urlencoded": self.init(parsing: request.body)
        case "multipart/form-data":
            let boundary = parts.first { $0.lowercased().hasPrefix(Self.boundaryName) }
            guard let boundary else {
                return nil
            }
            self.init(
                parsing: request.body,
                boundary: boundary.dropFirst(Self.boundaryName.count).filter { $0 != "\"" }
            )
        default: return nil
        }
    }

    private static let boundaryName = "boundary="
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
