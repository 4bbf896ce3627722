/// A country (ISO 3166-1 alpha-2), or `EUR` for the union of all that federate.
public struct RegionCode: Hashable, Comparable, Sendable {
    public let text: String

    /// Reads two or three capitals; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard (2...3).contains(text.utf8.count), text.utf8.allSatisfy(capitals.contains) else {
            return nil
        }
        self.text = String(text)
    }

    private init(known text: String) {
        self.text = text
    }

    /// All countries that federate.
    public static let union = RegionCode(known: "EUR")

    public static func < (lhs: RegionCode, rhs: RegionCode) -> Bool { lhs.text < rhs.text }
}

extension RegionCode: CustomStringConvertible {
    public var description: String { text }
}
