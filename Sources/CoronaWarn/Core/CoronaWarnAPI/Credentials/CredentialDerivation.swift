import Crypto
public import ExposurePrimitives

/// Derives a token or TAN from the request that asks for it and the phone's nonce (decision 0161).
///
/// The same request gives the same credential in every process and after every restart, and nothing of it is stored.
public struct CredentialDerivation: Sendable {
    private let key: SecretBytes

    /// - Parameter key: the server's key of 32 bytes; nil for any other length.
    public init?(key: SecretBytes) {
        guard key.count == Self.keyLength else {
            return nil
        }
        self.key = key
    }

    /// The token of a registration.
    public func registrationToken(for request: RegistrationTokenRequest) -> RegistrationToken? {
        guard let nonce = request.nonce else {
            return nil
        }
        let key =
            switch request.key {
            case .test(let code, nil): [code.exposedText]
            case .test(let code, .some(let birthDate)): [code.exposedText, birthDate.exposedText]
            case .teleTAN(let teleTAN): [teleTAN.exposedText]
            }
        return derive(["registration"] + key, nonce)
    }

    /// The TAN of a phone's request for one.
    public func tan(for request: TokenRequest) -> TAN? {
        request.nonce.flatMap { derive(["tan", request.token.exposedText], $0) }
    }

    private func derive<Purpose>(_ parts: [String], _ nonce: PhoneNonce) -> UUIDCredential<Purpose>? {
        // No part contains a zero byte, so the parts cannot run into one another.
        let input = (parts.map { Array($0.utf8) } + [nonce.exposedCharacters]).joined(separator: [0])
        let code = HMAC<SHA256>.authenticationCode(for: Array(input), using: SymmetricKey(data: key.exposedBytes))
        return Bytes16(Array(code).prefix(Bytes16.count)).map(UUIDCredential.init(bytes:))
    }

    /// The length of the key in bytes.
    public static let keyLength = 32
}
