package import DeviceAttestation
import ExposurePrimitives
package import ServiceKit

/// The settings of the attestations that a system accepts. Their names begin with the system's prefix.
package struct AttestationCatalogue: Sendable {
    let kinds: Setting<[AttestationEvidence.Kind]>
    let packageName: Setting<String?>
    let certificateDigests: Setting<[[UInt8]]>
    let safetyNetRoots: Setting<String?>
    let decryptionKey: Setting<String?>
    let verificationKey: Setting<String?>
    let keyRoots: Setting<String?>
    let revoked: Setting<String?>
    let appID: Setting<String?>
    let appAttestRoot: Setting<String?>
    let testEvidence: Setting<Bool>
    /// Whether the system ever accepts SafetyNet. Otherwise nobody can set its roots.
    private let takesSafetyNet: Bool

    /// - Parameters:
    ///   - prefix: such as `analytics`.
    ///   - androidKinds: the kinds that can be named.
    ///   - consequence: what happens without any of them, as the end of a sentence.
    package init(_ prefix: String, androidKinds: [AttestationEvidence.Kind], consequence: String) {
        let (google, apple) = ("\(prefix).google", "\(prefix).apple")
        kinds = Setting(
            "\(google).attestations",
            default: [],
            summary: "The accepted attestations of Android phones; without any, \(consequence).",
            allowed: "some of \(androidKinds.map(\.rawValue).joined(separator: ", ")), separated by commas, or not set",
            parse: { Self.list($0) { name in androidKinds.first { $0.rawValue == name } } },
            format: { $0.isEmpty ? nil : $0.map(\.rawValue).joined(separator: ",") }
        )
        packageName = .optionalText("\(google).package", summary: "The name of the app's package on Android.")
        certificateDigests = Setting(
            "\(google).certificate-digests",
            default: [],
            summary: "SHA-256 of the certificates that sign the app on Android.",
            allowed: "digests of 32 bytes in hexadecimal or base 64, separated by commas, or not set",
            parse: { Self.list($0, element: Self.digest) },
            format: { $0.isEmpty ? nil : $0.map { Base64.encode($0) }.joined(separator: ",") }
        )
        safetyNetRoots = .optionalText(
            "\(google).safety-net-roots",
            summary: "The PEM file of the root authorities of SafetyNet's certificates."
        )
        takesSafetyNet = androidKinds.contains(.safetyNet)
        decryptionKey = .optionalText(
            "\(google).play-integrity-decryption-key",
            summary: "The file of Play Integrity's decryption key, in base 64 as the Play Console shows it."
        )
        verificationKey = .optionalText(
            "\(google).play-integrity-verification-key",
            summary: "The file of Play Integrity's verification key, in base 64 as the Play Console shows it."
        )
        keyRoots = .optionalText(
            "\(google).key-attestation-roots",
            summary: "The PEM file of Google's roots for hardware attestation."
        )
        revoked = .optionalText(
            "\(google).key-attestation-revoked",
            summary: "The JSON file of revoked attestation keys as Google publishes it; read again whenever it changes."
        )
        appID = .optionalText(
            "\(apple).app-id",
            summary: "The app's team and bundle identifier on iOS, separated by a full stop."
        )
        appAttestRoot = .optionalText(
            "\(apple).app-attest-root",
            summary: "The PEM file of Apple's root for App Attest."
        )
        testEvidence = .flag(
            "\(prefix).test-evidence",
            default: false,
            summary:
                "Accept attestations for tests: an emulator's, and App Attest's for development instead of production."
        )
    }

    package var catalogue: SettingsCatalogue {
        SettingsCatalogue(
            [.init(kinds), .init(packageName), .init(certificateDigests)]
                + (takesSafetyNet ? [.init(safetyNetRoots)] : [])
                + [
                    .init(decryptionKey), .init(verificationKey), .init(keyRoots), .init(revoked), .init(appID),
                    .init(appAttestRoot), .init(testEvidence),
                ]
        )
    }

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
