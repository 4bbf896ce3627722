package import DeviceAttestation
package import ImmuniAPI

/// Authorises analytics tokens in the background.
package protocol TokenAuthorisation: Sendable {
    /// Returns true if the token is authorised and valid. Otherwise its authorisation runs when this returns. The phone
    /// learns the outcome by asking again.
    ///
    /// - Parameters:
    ///   - deviceToken: for Apple's DeviceCheck, if the request has one.
    ///   - attestation: an App Attest object made for the SHA-256 of the token, if the request has one.
    /// - Throws: `StoreError`, and `Refusal.unavailable` if too many attestations wait for a decision.
    func request(
        _ token: AnalyticsToken,
        deviceToken: DeviceToken?,
        attestation: AttestationEvidence?
    ) async throws -> Bool
}
