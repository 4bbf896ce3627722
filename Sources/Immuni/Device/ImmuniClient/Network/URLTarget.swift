import Foundation

/// The part of an address that goes into a request line. The host is ignored: the app only sends requests to its own
/// authority.
enum URLTarget {
    /// Nil unless `address` is an https URL whose path begins with `/`.
    static func target(of address: String) -> String? {
        guard let components = URLComponents(string: address), components.scheme == "https",
            components.percentEncodedPath.hasPrefix("/")
        else {
            return nil
        }
        return components.percentEncodedPath + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
