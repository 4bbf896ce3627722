import Crypto
public import ExposurePrimitives

/// A code that the hotline reads to a person whose test has no code to scan: nine random characters and a check
/// character.
///
/// There are 31⁹ of them, about 45 bits. So a digest alone does not protect a stored one: it is kept under the server's
/// key (decision 0007).
public struct TeleTAN: Equatable, Sendable {
    private let code: DictatedCode

    /// Reads exactly ten characters of the alphabet with the right check character; lower case is refused.
    ///
    /// - Throws: the reason, for the phone; never the code itself.
    public init(_ text: some StringProtocol) throws(DictatedCode.Failure) {
        code = try DictatedCode(text, format: Self.format)
    }

    private init(code: DictatedCode) {
        self.code = code
    }

    /// A new code. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(using generator: inout some RandomNumberGenerator) -> TeleTAN {
        TeleTAN(code: .generate(format: format, using: &generator))
    }

    /// The ten characters, for the operator's screen and for the body of a request.
    public var exposedText: String { code.exposedText }

    /// The characters in groups of three, three and four, as screens show them.
    public var exposedGroups: String { code.exposedGroups(of: [3, 3, 4]) }

    /// The input of the keyed digest under which it is stored.
    public var exposedSecret: SecretBytes { SecretBytes(code.exposedCharacters) }

    /// The number of characters, check character included.
    public static let length = 10

    /// The 31 characters, without `0`, `1`, `I`, `L` and `O`, which people confuse.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

    private static let format = DictatedCode.Format(alphabet: alphabet, length: length) { checkCharacter(of: $0) }

    /// The first hexadecimal digit of the SHA-256 of the characters, in upper case, with `G` for 0 and `H` for 1, which
    /// are not in the alphabet.
    private static func checkCharacter(of characters: ArraySlice<UInt8>) -> UInt8 {
        var hash = SHA256()
        hash.update(data: Array(characters))
        let digit = hash.finalize().first { _ in true }.map { Int($0 >> 4) } ?? 0
        return checkCharacters[digit]
    }

    private static let checkCharacters = Array("GH23456789ABCDEF".utf8)
}

extension TeleTAN: CustomStringConvertible, CustomReflectable {
    public var description: String { code.description }
    public var customMirror: Mirror { code.customMirror }
}

/// The two kinds of teleTAN.
public enum TeleTANKind: String, Sendable, CaseIterable {
    /// For a person with a positive test. It lives one hour by default.
    case test = "TEST"
    /// For a host of an event. It exists for the contract only: its TAN permits no upload of keys.
    case event = "EVENT"

    /// Reads the header `X-CWA-TELETAN-TYPE` of a request; a request without one means a test.
    public init?(header: String?) {
        guard let header else {
            self = .test
            return
        }
        self.init(rawValue: header)
    }
}
