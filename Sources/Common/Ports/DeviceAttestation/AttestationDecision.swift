public import ExposurePrimitives

/// The decision on an attestation.
///
/// Nothing in it identifies a phone, except that `expiry` is as precise as the attestation's own time. It may be stored
/// only beside the mark against replay.
public enum AttestationDecision: Hashable, Sendable {
    /// - Parameter expiry: the last second at which the same evidence is accepted. Until then the caller must remember
    ///   the binding, or the evidence can be used again.
    case accepted(AttestationTier, expiry: UnixTime)
    case refused(AttestationRefusal)
}

/// The basis of the proof.
public enum AttestationTier: String, Comparable, Sendable, CaseIterable {
    /// The platform's servers confirm the device.
    case platform
    /// A key in the device's hardware confirms it.
    case hardware

    public static func < (lhs: AttestationTier, rhs: AttestationTier) -> Bool {
        lhs == .platform && rhs == .hardware
    }
}

/// The reason why an attestation was refused. Many phones share each reason, so a log may contain it.
public enum AttestationRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The configuration does not accept evidence of this kind.
    case kindNotAccepted = "kind-not-accepted"
    /// The evidence is too large, or has not the form of its kind.
    case malformed = "malformed"
    /// The evidence is signed or encrypted with an algorithm other than that of its kind.
    case algorithmNotAllowed = "algorithm-not-allowed"
    /// The evidence is encrypted with another key, or was changed.
    case notDecryptable = "not-decryptable"
    /// The certificates do not lead to a root of the configuration, are not valid now, or are not for this purpose.
    case chainNotTrusted = "chain-not-trusted"
    case wrongSignature = "wrong-signature"
    /// The evidence was made too long ago, or in the future.
    case notFresh = "not-fresh"
    /// The evidence was made for another request.
    case wrongBinding = "wrong-binding"
    case wrongApp = "wrong-app"
    /// Somebody else signed the app.
    case wrongAppSignature = "wrong-app-signature"
    /// The device is an emulator, is unlocked, or does not run its maker's system.
    case deviceNotGenuine = "device-not-genuine"
    /// The key was not made in the device's hardware, or its own statement names another origin.
    case keyNotGenuine = "key-not-genuine"
    /// The evidence was made for tests, or in the environment for development.
    case testEvidence = "test-evidence"
    /// The basis of the proof is weaker than the configuration requires.
    case tierTooLow = "tier-too-low"
    /// A counter did not increase.
    case counterNotGrown = "counter-not-grown"
}
