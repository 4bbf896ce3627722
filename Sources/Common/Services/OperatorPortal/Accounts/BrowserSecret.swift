import Crypto
import ExposurePrimitives
import OperatorStores

/// The random secret of a cookie: 256 bits. The server keeps only the digest.
struct BrowserSecret: Sendable {
    private let bytes: SecretBytes

    init(using generator: inout some RandomNumberGenerator) {
        bytes = SecretBytes((0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Nil if the cookie is not one of ours.
    init?(cookie: String?) {
        guard let bytes = cookie.flatMap({ Base64URL.decode($0) }), bytes.count == Self.length else {
            return nil
        }
        self.bytes = SecretBytes(bytes)
    }

    var exposedCookie: String { Base64URL.encode(bytes.exposedBytes) }

    /// The identifier of the secret in the store.
    var digest: SecretDigest { SecretDigest(SHA256.hash(data: bytes.exposedBytes)) }

    /// The token in forms, which proves that they come from our page in this browser. It cannot be made without the
    /// cookie, and does not reveal the cookie.
    var exposedFormToken: String { Base64URL.encode(formCode) }

    func accepts(formToken: String) -> Bool {
        SecretBytes(Base64URL.decode(formToken) ?? []) == SecretBytes(formCode)
    }

    private var formCode: [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array("avviso portal form".utf8),
                using: SymmetricKey(data: bytes.exposedBytes)
            )
        )
    }

    private static let length = 32
}
