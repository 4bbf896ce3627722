package import DeviceAttestation
package import ImmuniAPI

/// Authorises analytics tokens, in its own time.
package protocol TokenAuthorisation: Sendable {
    /// Returns true if the token is authorised and valid. Otherwise its authorisation is under way when this returns, or
    /// was already; what becomes of it, the phone learns by asking again.
    ///
    /// - Parameters:
    ///   - deviceToken: for Apple's DeviceCheck, where the request has one.
    ///   - attestation: an App Attest object made for the SHA-256 of the token, where the request has one.
    /// - Throws: `StoreError`, and `Refusal.unavailable` where too many attestations wait to be decided.
    func request(
        _ token: AnalyticsToken,
        deviceToken: DeviceToken?,
        attestation: AttestationEvidence?
    ) async throws -> Bool
}
