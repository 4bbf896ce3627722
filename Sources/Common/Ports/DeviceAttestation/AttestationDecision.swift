public import ExposurePrimitives

/// All that is known of an attestation once it is decided. Nothing in it singles out a phone, except that `expiry` is as
/// fine as the attestation's own time: it belongs beside the mark against replay and nowhere else.
public enum AttestationDecision: Hashable, Sendable {
    /// - Parameter expiry: the last second at which the same evidence is accepted; until then whoever accepted it must
    ///   remember the binding, or the evidence can be used again.
    case accepted(AttestationTier, expiry: UnixTime)
    case refused(AttestationRefusal)
}

/// What the proof rests on.
public enum AttestationTier: String, Comparable, Sendable, CaseIterable {
    /// The platform's servers vouch for the device.
    case platform
    /// A key in the device's hardware vouches for it.
    case hardware

    public static func < (lhs: AttestationTier, rhs: AttestationTier) -> Bool {
        lhs == .platform && rhs == .hardware
    }
}

/// Why an attestation was refused. The same for many phones, so that a log may hold it.
public enum AttestationRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The configuration does not accept evidence of this kind.
    case kindNotAccepted = "kind-not-accepted"
    /// Too large, or not of the form that its kind has.
    case malformed = "malformed"
    /// Signed or encrypted with another algorithm than the one that its kind uses.
    case algorithmNotAllowed = "algorithm-not-allowed"
    /// Encrypted with another key, or changed since.
    case notDecryptable = "not-decryptable"
    /// The certificates do not lead to a root of the configuration, are not valid now, or are not for this purpose.
    case chainNotTrusted = "chain-not-trusted"
    case wrongSignature = "wrong-signature"
    /// Made too long ago, or in the future.
    case notFresh = "not-fresh"
    /// Made for another request.
    case wrongBinding = "wrong-binding"
    case wrongApp = "wrong-app"
    /// The app is signed by somebody else.
    case wrongAppSignature = "wrong-app-signature"
    /// The device is an emulator, is unlocked, or runs another system than its maker's.
    case deviceNotGenuine = "device-not-genuine"
    /// The key was not made in the device's hardware, or says that it was made elsewhere.
    case keyNotGenuine = "key-not-genuine"
    /// Made for tests, or in the environment for development.
    case testEvidence = "test-evidence"
    /// The proof rests on less than the configuration asks for.
    case tierTooLow = "tier-too-low"
    /// A counter that must grow did not.
    case counterNotGrown = "counter-not-grown"
}
