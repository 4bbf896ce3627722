package import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import KeyServerRules

/// The derivations under the server's key. Each has a purpose of its own, so none gives the value of another.
package struct VerificationSecrets: Sendable {
    private let key: RightKey
    let derivation: CredentialDerivation

    package init(_ key: RightKey) {
        self.key = key
        guard
            let derivation = CredentialDerivation(
                key: SecretBytes(key.mac(of: SecretBytes([]), for: .init(system: Self.system, use: "credentials")))
            )
        else {
            preconditionFailure("a MAC has the length of a key")
        }
        self.derivation = derivation
    }

    /// The stored form of a teleTAN.
    package func mark(of teleTAN: TeleTAN) -> TeleTANMark {
        TeleTANMark(mac: mac("teleTAN", teleTAN.exposedSecret.exposedBytes))
    }

    /// What identifies a phone's request for a TAN; nil without a nonce.
    func mark(of request: TokenRequest) -> [UInt8]? {
        request.nonce.map { nonce in
            let content = "\(request.token.exposedText) \(nonce.exposedPadding)"
            return Array(mac("TAN request", Array(content.utf8)).prefix(Bytes16.count))
        }
    }

    private func mac(_ use: StaticString, _ content: [UInt8]) -> [UInt8] {
        key.mac(of: SecretBytes(content), for: .init(system: Self.system, use: use))
    }

    private static let system: StaticString = "corona-warn"
}
