package import ExposurePrimitives

/// The access key of a bucket: its identifier, and the secret that signs requests. Neither is ever printed.
package struct S3Credentials: Sendable {
    /// The identifier. It is not secret, but it names an account.
    let accessKey: String
    let secret: SecretBytes

    /// Nil unless the identifier has 3 to 128 letters, digits, `-`, `_` or `.`, and the secret has 8 to 256 printable
    /// ASCII characters. White space at the end of either is ignored: files end with a line feed.
    package init?(accessKey: some Sequence<UInt8>, secret: SecretBytes) {
        let identifier = Self.withoutTrailingSpace(Array(accessKey))
        let secret = Self.withoutTrailingSpace(secret.exposedBytes)
        guard (3...128).contains(identifier.count), identifier.allSatisfy(Self.isOfIdentifier),
            (8...256).contains(secret.count), secret.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            return nil
        }
        self.accessKey = String(decoding: identifier, as: UTF8.self)
        self.secret = SecretBytes(secret)
    }

    private static func withoutTrailingSpace(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let count = bytes.reversed().prefix { [0x20, 0x09, 0x0a, 0x0d].contains($0) }.count
        return bytes.dropLast(count)
    }

    private static func isOfIdentifier(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "S3Credentials(<redacted>)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
