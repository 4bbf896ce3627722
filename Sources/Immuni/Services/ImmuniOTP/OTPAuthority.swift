package import DiagnosisKeyStores
package import ExposurePrimitives
package import ImmuniAPI
package import ImmuniServing
package import KeyServerRules
package import Persistence

/// The rules for authorising a code, shared by the HTTP contract and the health worker's page.
package struct OTPAuthority: OTPAuthorising {
    private let rights: any UploadRightStore
    private let rightKey: RightKey
    private let configuration: OTPConfiguration
    private let clock: any WallClock

    package init(
        rights: any UploadRightStore,
        rightKey: RightKey,
        configuration: OTPConfiguration,
        clock: any WallClock
    ) {
        self.rights = rights
        self.rightKey = rightKey
        self.configuration = configuration
        self.clock = clock
    }

    /// Authorises a code; the right is durable on return. A used code is refused for as long as its use is remembered.
    package func authorise(_ authorisation: OTPAuthorisation) async throws(StoreError) -> OTPAuthorisationOutcome {
        let now = clock.now()
        let right = UploadRight(
            identifier: RightIdentifier(of: authorisation.otp.uploadToken, under: rightKey),
            evidence: RightEvidence(authorisation.symptomsStartedOn),
            expiresAt: now.advanced(bySeconds: configuration.lifetime)
        )
        switch try await rights.grant(right, now: now) {
        case .granted: return .authorised(until: right.expiresAt)
        case .live: return .live
        case .consumed: return .used
        }
    }

    /// Throws if the store does not answer.
    func checkHealth() async throws(StoreError) {
        _ = try await rights.isLive(RightIdentifier(mac: [UInt8](repeating: 0, count: 32)), now: clock.now())
    }
}
