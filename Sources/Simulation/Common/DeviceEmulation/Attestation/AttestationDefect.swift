package import DeviceAttestation

/// What can be wrong with an attestation on purpose, so that integrators can see it refused.
package enum AttestationDefect: String, Sendable, CaseIterable {
    /// Made for another request.
    case wrongBinding = "wrong-binding"
    /// Made for another app.
    case wrongApp = "wrong-app"
    /// The app is signed by somebody else.
    case wrongAppSignature = "wrong-app-signature"
    /// Too old.
    case stale = "stale"
    /// The proof rests on software alone.
    case software = "software"
    /// An emulator, or a phone whose boot loader is unlocked.
    case notGenuine = "not-genuine"
    /// One bit of the signature is another one.
    case tampered = "tampered"
    /// By a root, or with keys, of nobody's.
    case foreignRoot = "foreign-root"
    /// The key was used before.
    case usedKey = "used-key"

    /// What a server that takes only hardware says to evidence with this defect; nil where the kind cannot have it.
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
