public import ExposurePrimitives

/// The code that an operator gives to a person after a test: twelve characters, the last of which checks the others.
public struct ReportCode: Sendable {
    private let code: DictatedCode

    /// Reads exactly twelve characters.
    public init(_ text: some StringProtocol) throws(DictatedCode.Failure) {
        code = try DictatedCode(text, format: Self.format)
    }

    private init(_ code: DictatedCode) {
        self.code = code
    }

    /// A new code. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(using generator: inout some RandomNumberGenerator) -> ReportCode {
        ReportCode(.generate(format: format, using: &generator))
    }

    public var exposedText: String { code.exposedText }
    /// The text in groups of four, as a screen shows it.
    public var exposedGroups: String { code.exposedGroups(of: [4, 4, 4]) }
    public var exposedSecret: SecretBytes { SecretBytes(code.exposedCharacters) }

    /// Characters of a code. The first eleven are random: 31^11 values, more than 2^54.
    public static let length = 12
    /// Digits and capital letters, without those that look alike. Their number is a prime, so the check digit finds
    /// each wrong character and each pair that changed places.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

    private static let format = DictatedCode.Format(alphabet: alphabet, length: length) { others in
        let sum = others.enumerated().reduce(0) { sum, character in
            sum + (character.offset + 1) * (alphabet.firstIndex(of: character.element) ?? 0)
        }
        return alphabet[sum % alphabet.count]
    }
}
