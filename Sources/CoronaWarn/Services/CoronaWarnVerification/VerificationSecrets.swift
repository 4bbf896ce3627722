import CoronaWarnAPI
import ExposurePrimitives
package import KeyServerRules
import VerificationStores

/// The derivations under the server's key. Each has a purpose of its own, so none gives the value of another.
package struct VerificationSecrets: Sendable {
    private let key: RightKey
    let derivation: CredentialDerivation

    package init(_ key: RightKey) {
        self.key = key
        guard
            let derivation = CredentialDerivation(
                key: SecretBytes(key.mac(of: SecretBytes("corona-warn credentials".utf8)))
            )
        else {
            preconditionFailure("a MAC has the length of a key")
        }
        self.derivation = derivation
    }

    /// The stored form of a teleTAN.
    func mark(of teleTAN: TeleTAN) -> TeleTANMark {
        TeleTANMark(mac: mac("corona-warn teleTAN", teleTAN.exposedSecret.exposedBytes))
    }

    /// What identifies a phone's request for a TAN; nil without a nonce.
    func mark(of request: TokenRequest) -> [UInt8]? {
        request.nonce.map { nonce in
            let content = "\(request.token.exposedText) \(nonce.exposedPadding)"
            return Array(mac("corona-warn TAN request", Array(content.utf8)).prefix(Bytes16.count))
        }
    }

    /// No purpose contains a zero byte, so purpose and content cannot run into one another.
    private func mac(_ purpose: String, _ content: [UInt8]) -> [UInt8] {
        key.mac(of: SecretBytes(Array(purpose.utf8) + [0] + content))
    }
}
