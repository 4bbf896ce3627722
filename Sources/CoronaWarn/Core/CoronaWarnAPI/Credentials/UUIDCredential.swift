import Crypto
public import ExposurePrimitives

/// A secret that is the text of a random UUID of version 4 (RFC 9562, 5.4).
///
/// - Parameter Purpose: keeps the kinds apart: a token is no TAN.
public struct UUIDCredential<Purpose>: Equatable, Sendable {
    private let characters: SecretBytes

    /// Reads 36 characters in lower case; nil for anything else. The variant's digit may also be `A` or `B`, as the
    /// shipped servers let it through.
    public init?(_ text: some StringProtocol) {
        let characters = Array(text.utf8)
        guard characters.count == Self.length else {
            return nil
        }
        for (position, character) in characters.enumerated() where !Self.isAllowed(character, at: position) {
            return nil
        }
        self.characters = SecretBytes(characters)
    }

    /// The UUID with the given bytes, of which six bits are replaced by version and variant.
    public init(bytes: Bytes16) {
        var bytes = bytes.bytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = Hex.encode(bytes)[...]
        let parts = [8, 4, 4, 4, 12].map { count in
            defer { text = text.dropFirst(count) }
            return String(text.prefix(count))
        }
        characters = SecretBytes(parts.joined(separator: "-").utf8)
    }

    /// A new one. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(using generator: inout some RandomNumberGenerator) -> Self {
        Self(bytes: .random(using: &generator))
    }

    /// The text, for the body of a request or an answer.
    public var exposedText: String { String(decoding: characters.exposedBytes, as: UTF8.self) }

    /// What is kept of it.
    public var digest: CredentialDigest { CredentialDigest(ofText: characters.exposedBytes) }

    private static func isAllowed(_ character: UInt8, at position: Int) -> Bool {
        switch position {
        case 8, 13, 18, 23: character == UInt8(ascii: "-")
        case 14: character == UInt8(ascii: "4")
        case 19: "89abAB".utf8.contains(character)
        default: "0123456789abcdef".utf8.contains(character)
        }
    }

    static var length: Int { 36 }
}

extension UUIDCredential: CustomStringConvertible, CustomReflectable {
    public var description: String { characters.description }
    public var customMirror: Mirror { characters.customMirror }
}

/// The purpose of a ``RegistrationToken``.
public enum TestRetrieval {}
/// The purpose of a ``TAN``.
public enum KeyUpload {}

/// The secret with which a phone asks for the result of its test, and for a TAN.
public typealias RegistrationToken = UUIDCredential<TestRetrieval>
/// The secret that permits one upload of keys (Transaction Authentication Number).
public typealias TAN = UUIDCredential<KeyUpload>

/// The SHA-256 of a credential's text. The 122 random bits of a UUID cannot be searched, so the digest tells nothing.
public struct CredentialDigest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    init(ofText text: [UInt8]) {
        bytes = Array(SHA256.hash(data: text))
    }

    /// Nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else {
            return nil
        }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var hex: String { Hex.encode(bytes) }
}
