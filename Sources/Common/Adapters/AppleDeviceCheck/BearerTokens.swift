import Crypto
import ExposurePrimitives
import Synchronization
import WireFormat

/// The JSON web tokens (RFC 7519, ES256) that authenticate us to Apple.
///
/// Each token is used for some time, because Apple refuses tokens older than an hour, and tokens that are made too
/// often.
final class BearerTokens: Sendable {
    private let teamID: String
    private let keyID: String
    private let key: P256.Signing.PrivateKey
    private let clock: any WallClock
    private let made = Mutex<(token: String, at: UnixTime)?>(nil)

    /// The seconds for which a token is used.
    static let lifetime: Int64 = 1200

    init(
        teamID: String,
        keyID: String,
        privateKeyPEM: SecretBytes,
        clock: any WallClock
    ) throws(AppleDeviceCheckError) {
        for identifier in [teamID, keyID] {
            guard !identifier.isEmpty, identifier.utf8.count <= 64, identifier.allSatisfy(\.isASCIILetterOrDigit) else {
                throw .notAnIdentifier(identifier)
            }
        }
        let pem = String(decoding: privateKeyPEM.exposedBytes, as: UTF8.self)
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
            throw .noPrivateKey
        }
        self.key = key
        self.teamID = teamID
        self.keyID = keyID
        self.clock = clock
    }

    func current() throws -> String {
        let now = clock.now()
        return try made.withLock { made in
            if let made, (0..<Self.lifetime).contains(now.seconds(since: made.at)) {
                return made.token
            }
            let token = try make(at: now)
            made = (token, now)
            return token
        }
    }

    private func make(at now: UnixTime) throws -> String {
        let header: JSONValue = ["alg": "ES256", "kid": .string(keyID)]
        let claims: JSONValue = ["iss": .string(teamID), "iat": .integer(now.seconds)]
        let signed = "\(Base64URL.encode(header.encoded)).\(Base64URL.encode(claims.encoded))"
        let signature = try key.signature(for: Array(signed.utf8))
        return "\(signed).\(Base64URL.encode(Array(signature.rawRepresentation)))"
    }
}

extension Character {
    fileprivate var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
