package import DeviceAttestation
import ExposurePrimitives
package import ServiceKit

/// The proofs that the Analytics Service accepts from phones, and the files that its checks need.
package struct AttestationSettings: Sendable {
    /// The kinds of evidence that are accepted from Android.
    package let kinds: [AttestationEvidence.Kind]
    package let packageName: String?
    package let certificateDigests: [[UInt8]]
    package let safetyNetRootsFile: String?
    package let decryptionKeyFile: String?
    package let verificationKeyFile: String?
    package let keyRootsFile: String?
    package let revokedFile: String?
    package let appID: String?
    package let appAttestRootFile: String?
    /// Whether evidence that is only for tests is accepted.
    package let takesTestEvidence: Bool

    package init(_ settings: SettingsReader) throws(SettingsError) {
        kinds = try settings.value(Self.kindsSetting)
        packageName = try settings.value(Self.packageSetting)
        certificateDigests = try settings.value(Self.digestsSetting)
        safetyNetRootsFile = try settings.value(Self.safetyNetRootsSetting)
        decryptionKeyFile = try settings.value(Self.decryptionKeySetting)
        verificationKeyFile = try settings.value(Self.verificationKeySetting)
        keyRootsFile = try settings.value(Self.keyRootsSetting)
        revokedFile = try settings.value(Self.revokedSetting)
        appID = try settings.value(Self.appIDSetting)
        appAttestRootFile = try settings.value(Self.appAttestRootSetting)
        takesTestEvidence = try settings.value(Self.testEvidenceSetting)
    }

    package static let catalogue = SettingsCatalogue([
        .init(kindsSetting), .init(packageSetting), .init(digestsSetting),
        .init(safetyNetRootsSetting), .init(decryptionKeySetting), .init(verificationKeySetting),
        .init(keyRootsSetting),
        .init(revokedSetting), .init(appIDSetting), .init(appAttestRootSetting), .init(testEvidenceSetting),
    ])
}

// MARK: - The settings

extension AttestationSettings {
    private static let androidKinds: [AttestationEvidence.Kind] = [.safetyNet, .playIntegrity, .keyAttestation]

    private static let kindsSetting = Setting<[AttestationEvidence.Kind]>(
        "analytics.google.attestations",
        default: [],
        summary: "The accepted attestations of Android phones; without any, all their Operational Info is refused.",
        allowed:
            "some of \(androidKinds.map(\.rawValue).joined(separator: ", ")), separated by commas, or not set",
        parse: { list($0) { name in androidKinds.first { $0.rawValue == name } } },
        format: { $0.isEmpty ? nil : $0.map(\.rawValue).joined(separator: ",") }
    )

    private static let packageSetting = Setting.optionalText(
        "analytics.google.package",
        summary: "The name of the app's package on Android."
    )

    private static let digestsSetting = Setting<[[UInt8]]>(
        "analytics.google.certificate-digests",
        default: [],
        summary: "SHA-256 of the certificates that sign the app on Android.",
        allowed: "digests of 32 bytes in hexadecimal or base 64, separated by commas, or not set",
        parse: { list($0, element: digest) },
        format: { $0.isEmpty ? nil : $0.map { Base64.encode($0) }.joined(separator: ",") }
    )

    private static let safetyNetRootsSetting = Setting.optionalText(
        "analytics.google.safety-net-roots",
        summary: "The PEM file of the root authorities of SafetyNet's certificates."
    )

    private static let decryptionKeySetting = Setting.optionalText(
        "analytics.google.play-integrity-decryption-key",
        summary: "The file of Play Integrity's decryption key, in base 64 as the Play Console shows it."
    )

    private static let verificationKeySetting = Setting.optionalText(
        "analytics.google.play-integrity-verification-key",
        summary: "The file of Play Integrity's verification key, in base 64 as the Play Console shows it."
    )

    private static let keyRootsSetting = Setting.optionalText(
        "analytics.google.key-attestation-roots",
        summary: "The PEM file of Google's roots for hardware attestation."
    )

    private static let revokedSetting = Setting.optionalText(
        "analytics.google.key-attestation-revoked",
        summary: "The JSON file of revoked attestation keys as Google publishes it; read again whenever it changes."
    )

    private static let appIDSetting = Setting.optionalText(
        "analytics.apple.app-id",
        summary: "The app's team and bundle identifier on iOS, separated by a full stop."
    )

    private static let appAttestRootSetting = Setting.optionalText(
        "analytics.apple.app-attest-root",
        summary: "The PEM file of Apple's root for App Attest."
    )

    private static let testEvidenceSetting = Setting.flag(
        "analytics.test-evidence",
        default: false,
        summary:
            "Accept attestations for tests: an emulator's, and App Attest's for development instead of production."
    )

    /// The elements of a list with commas, each once; nil if one is not allowed.
    private static func list<Element: Hashable>(_ text: String, element: (String) -> Element?) -> [Element]? {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
        let elements = texts.compactMap { element(String($0)) }
        return elements.count == texts.count && Set(elements).count == elements.count ? elements : nil
    }

    private static func digest(_ text: String) -> [UInt8]? {
        (Hex.decode(text.lowercased()) ?? Base64.decode(text)).flatMap { $0.count == 32 ? $0 : nil }
    }
}
