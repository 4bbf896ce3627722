import Crypto
public import ExposurePrimitives

/// A One-Time Password (OTP): ten characters that a person reads to a Healthcare Operator over the telephone (Immuni
/// Technology, "OTP"). Nine are random, the tenth is a check digit.
public struct OneTimePassword: Equatable, Sendable {
    private let code: DictatedCode

    /// Reads exactly ten characters of the alphabet with the right check digit; lower case is refused.
    ///
    /// - Throws: the reason, for an operator; never the code itself.
    public init(_ text: some StringProtocol) throws(Failure) {
        code = try DictatedCode(text, format: Self.format)
    }

    /// A text typed from dictation, in capitals and without white space and hyphens, ready to be read as a code.
    public static func plain(_ typed: some StringProtocol) -> String {
        DictatedCode.plain(typed)
    }

    private init(code: DictatedCode) {
        self.code = code
    }

    /// A new code. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(using generator: inout some RandomNumberGenerator) -> OneTimePassword {
        OneTimePassword(code: .generate(format: format, using: &generator))
    }

    /// The ten characters, for the screen of their owner.
    public var exposedText: String { code.exposedText }

    /// The characters in groups of three, four and three, as the phone shows them.
    public var exposedGroups: String { code.exposedGroups(of: [3, 4, 3]) }

    /// The token that phones send instead of the code: the SHA-256 of its ASCII characters.
    public var uploadToken: UploadToken {
        UploadToken(digest: SecretBytes(SHA256.hash(data: code.exposedCharacters)))
    }

    public typealias Failure = DictatedCode.Failure

    /// The number of characters of a code, check digit included.
    public static let length = 10

    /// The 25 characters in the order of the check digit, without those easily confused in speech.
    public static let alphabet = Array("AEFHIJKLQRSUWXYZ123456789".utf8)

    private static let format = DictatedCode.Format(alphabet: alphabet, length: length) { checkDigit(of: $0) }
}

// MARK: - The check digit

extension OneTimePassword {
    /// The values of the alphabet's characters, in its order, at positions 1, 3, 5, 7, 9. They are those of the control
    /// character of the Italian fiscal code (decree of 23 December 1976).
    public static let oddValues = [
        1, 9, 13, 17, 19, 21, 2, 4, 6, 8, 12, 16, 22, 25, 24, 23, 0, 5, 7, 9, 13, 15, 17, 19, 21,
    ]
    /// The values at positions 2, 4, 6, 8, in the order of the alphabet.
    public static let evenValues = [
        0, 4, 5, 7, 8, 9, 10, 11, 16, 17, 18, 20, 22, 23, 24, 25, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]

    /// The check digit over nine characters of the alphabet.
    private static func checkDigit(of characters: ArraySlice<UInt8>) -> UInt8 {
        var sum = 0
        for (offset, index) in characters.compactMap(alphabet.firstIndex).enumerated() {
            sum += offset.isMultiple(of: 2) ? oddValues[index] : evenValues[index]
        }
        return alphabet[sum % alphabet.count]
    }
}

extension OneTimePassword: CustomStringConvertible, CustomReflectable {
    public var description: String { code.description }
    public var customMirror: Mirror { code.customMirror }
}
