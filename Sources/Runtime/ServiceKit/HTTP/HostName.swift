package import WireFormat

/// What callers say in the field `Host`.
package enum HostName {
    /// Whether it is an address in digits or `localhost`, which nobody else can make lead to us. A page of the web whose own name
    /// was made to lead to this machine's network ("DNS rebinding") has a browser send that name; without a field there is no
    /// browser.
    package static func isOurs(_ field: String?) -> Bool {
        guard let host = field?.lowercased() else {
            return true
        }
        guard !host.hasPrefix("[") else {
            return true
        }
        let name = host.prefix { $0 != ":" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name == "localhost" || parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension APIError {
    /// A browser was led here by a name that is not ours.
    package static let misdirected = APIError(status: 421, code: unknown.code, message: unknown.message)
}
