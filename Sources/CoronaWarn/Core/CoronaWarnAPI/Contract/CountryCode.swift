/// A country (ISO 3166-1 alpha-2), or `EUR` for the union of all that federate.
public struct CountryCode: Hashable, Comparable, Sendable {
    public let text: String

    /// Reads two or three capitals; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard (2...3).contains(text.utf8.count), text.utf8.allSatisfy(capitals.contains) else {
            return nil
        }
        self.text = String(text)
    }

    public static func < (lhs: CountryCode, rhs: CountryCode) -> Bool { lhs.text < rhs.text }
}

extension CountryCode: CustomStringConvertible {
    public var description: String { text }
}
