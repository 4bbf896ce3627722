/// An Italian province by its two-letter code, or `EX` for abroad: the Province of Domicile.
public struct Province: Hashable, Sendable {
    /// Two upper-case ASCII letters.
    public let code: String

    /// Nil unless `code` matches `^[A-Z]{2}$`.
    public init?(code: String) {
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else {
            return nil
        }
        self.code = code
    }

    private init(unchecked code: String) {
        self.code = code
    }

    /// Abroad.
    public static let abroad = Province(unchecked: "EX")

    /// Whether the code is one of the 107 provinces or `EX`. Other codes are kept as unknown: no key is refused because
    /// of its label.
    public var isKnown: Bool { Self.knownCodes.contains(code) }

    /// The code that servers keep: itself, or `unknown` outside the table.
    public var keptCode: String { isKnown ? code : Region.unknownCode }

    /// The 107 provinces and `EX`.
    public static let knownCodes = Set(Region.choices.flatMap { $0.provinces.map(\.code) })
}

extension Province: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let province = Province(code: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no code of a province")
        }
        self = province
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
