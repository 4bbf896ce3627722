import Crypto
public import ExposurePrimitives

/// The random token with which an iPhone sends Operational Info anonymously (Immuni, Privacy-Preserving Analytics,
/// "iOS").
public struct AnalyticsToken: Equatable, Sendable {
    /// The 128 lower-case hexadecimal digits.
    private let text: SecretBytes

    /// Nil unless `text` matches `^[a-f0-9]{128}$`.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.isLowerCaseHex) else {
            return nil
        }
        self.text = SecretBytes(text.utf8)
    }

    /// Reads the value of an `Authorization` header: `Bearer `, in any case, and the token; nil for anything else.
    public init?(authorization header: String?) {
        guard let header, header.prefix(7).lowercased() == "bearer " else {
            return nil
        }
        self.init(header.dropFirst(7))
    }

    /// 512 random bits.
    public static func random(using generator: inout some RandomNumberGenerator) -> AnalyticsToken {
        let bytes = (0..<4).flatMap { _ in Bytes16.random(using: &generator).bytes }
        return AnalyticsToken(text: SecretBytes(Hex.encode(bytes).utf8))
    }

    private init(text: SecretBytes) {
        self.text = text
    }

    /// SHA-256 of the digits. A server keeps nothing else. The hash needs no key, because nobody can try 2^512 tokens.
    public var digest: [UInt8] { Array(SHA256.hash(data: text.exposedBytes)) }

    /// The digits.
    public var exposedText: String { String(decoding: text.exposedBytes, as: UTF8.self) }

    /// The value for an `Authorization` header.
    public var exposedAuthorization: String { "Bearer " + exposedText }

    /// Characters.
    public static let length = 128

    /// The months of authorisation of the tokens that are valid in `month`. A token is valid in the month of its
    /// authorisation and in the month after. Then the server deletes it.
    public static func authorisations(validIn month: CalendarMonth) -> ClosedRange<CalendarMonth> {
        month.advanced(byMonths: -1)...month
    }

    private static func isLowerCaseHex(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(character)
    }
}
