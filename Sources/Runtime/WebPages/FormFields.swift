import HTTPTypes
package import ServiceKit

/// What a form posted (URL Standard, application/x-www-form-urlencoded), read strictly.
package struct FormFields: Sendable {
    private let values: [String: String]

    /// Nil for a request of another type, wrong encoding, a repeated name, or more fields than a form of ours has.
    package init?(_ request: ServiceRequest) {
        let type = request.headers[.contentType]?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        guard type == "application/x-www-form-urlencoded",
            let text = String(validating: request.body, as: UTF8.self)
        else {
            return nil
        }
        var values: [String: String] = [:]
        let pairs = text.split(separator: "&")
        guard pairs.count <= Self.greatestCount else {
            return nil
        }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = parts.count == 2 ? Self.decode(parts[1]) : "",
                values.updateValue(value, forKey: name) == nil
            else {
                return nil
            }
        }
        self.values = values
    }

    /// The value of a field; empty where it was not sent.
    package subscript(_ name: String) -> String { values[name] ?? "" }

    private static func decode(_ text: Substring) -> String? {
        PercentCoding.decode(Substring(text.map { $0 == "+" ? " " : String($0) }.joined()))
    }

    private static let greatestCount = 64
}

extension ServiceRequest {
    /// Whether no page of somebody else sent the form, as far as the browser says ("Fetch Metadata", `Sec-Fetch-Site`). Programs
    /// do not say from where they come.
    package var isFromOwnPages: Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] } ?? "none"
        return ["same-origin", "none"].contains(site)
    }
}
