package import DeviceAttestation
package import ServiceKit

/// The attestations that a system accepts from phones, and the files that its checks need.
package struct AttestationSettings: Sendable {
    /// The kinds of evidence that are accepted from Android.
    package let kinds: [AttestationEvidence.Kind]
    /// The app on iOS; nil if no App Attest object is accepted.
    package let appID: String?
    /// Whether evidence that is only for tests is accepted.
    package let takesTestEvidence: Bool
    let packageName: String?
    let certificateDigests: [[UInt8]]
    let safetyNetRootsFile: String?
    let decryptionKeyFile: String?
    let verificationKeyFile: String?
    let keyRootsFile: String?
    let revokedFile: String?
    let appAttestRootFile: String?
    /// The settings' names, for refusals.
    let names: AttestationCatalogue

    package init(_ settings: SettingsReader, _ names: AttestationCatalogue) throws(SettingsError) {
        self.names = names
        kinds = try settings.value(names.kinds)
        packageName = try settings.value(names.packageName)
        certificateDigests = try settings.value(names.certificateDigests)
        safetyNetRootsFile = try settings.value(names.safetyNetRoots)
        decryptionKeyFile = try settings.value(names.decryptionKey)
        verificationKeyFile = try settings.value(names.verificationKey)
        keyRootsFile = try settings.value(names.keyRoots)
        revokedFile = try settings.value(names.revoked)
        appID = try settings.value(names.appID)
        appAttestRootFile = try settings.value(names.appAttestRoot)
        takesTestEvidence = try settings.value(names.testEvidence)
    }
}
