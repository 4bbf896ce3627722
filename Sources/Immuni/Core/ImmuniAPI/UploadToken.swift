public import ExposurePrimitives

/// The bearer token of check-otp and upload: the SHA-256 of an OTP, sent as 64 lower-case hexadecimal digits.
public struct UploadToken: Equatable, Sendable {
    /// 32 bytes. It is as secret as the OTP itself: searching 42 bits takes minutes.
    public let digest: SecretBytes

    init(digest: SecretBytes) {
        self.digest = digest
    }

    /// Reads the value of an `Authorization` header: `Bearer `, in any case, and `^[a-f0-9]{64}$`; nil for anything
    /// else.
    public init?(authorization header: String?) {
        guard let header, header.count == 71, header.prefix(7).lowercased() == "bearer ",
            header.utf8.dropFirst(7).allSatisfy(Self.isLowerCaseHex), let bytes = Hex.decode(header.dropFirst(7))
        else {
            return nil
        }
        digest = SecretBytes(bytes)
    }

    /// A token that belongs to no OTP, for dummies.
    public static func random(using generator: inout some RandomNumberGenerator) -> UploadToken {
        UploadToken(
            digest: SecretBytes(Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes)
        )
    }

    /// The value for an `Authorization` header.
    public var exposedAuthorization: String {
        "Bearer " + Hex.encode(digest.exposedBytes)
    }

    private static func isLowerCaseHex(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(character)
    }
}
