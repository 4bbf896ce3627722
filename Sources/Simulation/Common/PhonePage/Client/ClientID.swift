/// The name of a client among those of a phone. It is part of paths, forms and file names.
package struct ClientID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether it can be part of a path: 1 to 32 lower-case letters, digits and hyphens.
    var isPlain: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
    }
}

extension ClientID: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}
