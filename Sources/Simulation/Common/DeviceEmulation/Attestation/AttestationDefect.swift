package import DeviceAttestation

/// A deliberate defect of an attestation, so that integrators can see it refused.
package enum AttestationDefect: String, Sendable, CaseIterable {
    /// Made for another request.
    case wrongBinding = "wrong-binding"
    /// Made for another app.
    case wrongApp = "wrong-app"
    /// The app has another signer.
    case wrongAppSignature = "wrong-app-signature"
    /// Too old.
    case stale = "stale"
    /// The proof only rests on software.
    case software = "software"
    /// An emulator, or a phone whose boot loader is unlocked.
    case notGenuine = "not-genuine"
    /// One bit of the signature is changed.
    case tampered = "tampered"
    /// The root or the keys are unknown.
    case foreignRoot = "foreign-root"
    /// The key was used before.
    case usedKey = "used-key"

    /// The reason with which a server that accepts only hardware refuses evidence with this defect; nil if the kind
    /// cannot have it.
    package func refusal(of kind: AttestationEvidence.Kind) -> AttestationRefusal? {
        switch (self, kind) {
        case (.wrongBinding, _): .wrongBinding
        case (.wrongApp, _): .wrongApp
        case (.usedKey, .appAttest): .counterNotGrown
        case (.usedKey, _): nil
        case (.stale, .appAttest), (.foreignRoot, .appAttest), (.tampered, .appAttest): .chainNotTrusted
        case (_, .appAttest): nil
        case (.wrongAppSignature, _): .wrongAppSignature
        case (.stale, _): .notFresh
        case (.software, .keyAttestation): .keyNotGenuine
        case (.software, _): .tierTooLow
        case (.notGenuine, _): .deviceNotGenuine
        case (.tampered, .keyAttestation): .chainNotTrusted
        case (.tampered, _): .wrongSignature
        case (.foreignRoot, .playIntegrity): .notDecryptable
        case (.foreignRoot, _): .chainNotTrusted
        }
    }
}
