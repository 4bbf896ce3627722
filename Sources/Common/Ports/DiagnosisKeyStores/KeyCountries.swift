/// The countries of a key: where its owner reported it, and where its owner has been.
public struct KeyCountries: Hashable, Sendable {
    public let origin: CountryCode
    /// The countries in which the key is of use. The origin is among them.
    public let visited: Set<CountryCode>

    public init(origin: CountryCode, visited: Set<CountryCode> = []) {
        self.origin = origin
        self.visited = visited.union([origin])
    }
}

/// A country by the two capital letters of ISO 3166-1.
public struct CountryCode: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let description: String

    /// Nil unless `code` is two letters from `A` to `Z`.
    public init?(_ code: some StringProtocol) {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard code.utf8.count == 2, code.utf8.allSatisfy(letters.contains) else {
            return nil
        }
        description = String(code)
    }

    public static func < (lhs: CountryCode, rhs: CountryCode) -> Bool {
        lhs.description < rhs.description
    }
}
