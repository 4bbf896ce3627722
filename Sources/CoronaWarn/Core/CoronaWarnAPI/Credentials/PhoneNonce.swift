import ExposurePrimitives

/// The randomness that a phone of ours adds to a request, so that the same request gets the same answer again if the
/// first answer was lost (decision 0161).
///
/// It stands at the beginning of `requestPadding`: `n1:` and 43 characters of base 64 for URLs.
public struct PhoneNonce: Equatable, Sendable {
    private let characters: SecretBytes

    /// Finds the nonce in a padding; nil if there is none, as in the requests of the published apps.
    public init?(padding: some StringProtocol) {
        let characters = Array(padding.utf8.prefix(Self.markedLength))
        guard characters.count == Self.markedLength, characters.starts(with: Self.mark.utf8),
            characters.dropFirst(Self.mark.utf8.count).allSatisfy(Self.isAllowed)
        else {
            return nil
        }
        self.characters = SecretBytes(characters.dropFirst(Self.mark.utf8.count))
    }

    /// A new one of 256 random bits. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(using generator: inout some RandomNumberGenerator) -> PhoneNonce {
        let bytes = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
        return PhoneNonce(characters: SecretBytes(Base64URL.encode(bytes).utf8))
    }

    private init(characters: SecretBytes) {
        self.characters = characters
    }

    /// The beginning of a padding.
    public var exposedPadding: String { Self.mark + String(decoding: characters.exposedBytes, as: UTF8.self) }

    /// The 43 characters, for a derivation.
    var exposedCharacters: [UInt8] { characters.exposedBytes }

    private static func isAllowed(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static let mark = "n1:"
    /// Mark and characters.
    static let markedLength = 46
}

extension PhoneNonce: CustomStringConvertible, CustomReflectable {
    public var description: String { characters.description }
    public var customMirror: Mirror { characters.customMirror }
}
