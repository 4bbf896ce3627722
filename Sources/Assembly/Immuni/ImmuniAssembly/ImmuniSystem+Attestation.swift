import ImmuniAnalytics
import AndroidAttestation
import AppleAttestation
import CertificateChains
import CommonAssembly
package import DeviceAttestation
import DurableFiles
import ExposurePrimitives
import Foundation
package import Logging
import ServiceKit

extension ImmuniSystem {
    /// The verifier of Android's evidence: the kinds that the settings name, each with the files that it needs.
    ///
    /// - Throws: `ImmuniAssemblyError` if a kind lacks a setting, and for files that cannot be used.
    package func androidAttestation(logger: Logger) throws -> any AttestationVerifier {
        let attestation = settings.attestation
        if attestation.kinds.isEmpty {
            logger.record(ImmuniAssemblyEvent.noAndroidAttestation)
        }
        var verifiers: [AttestationEvidence.Kind: any AttestationVerifier] = [:]
        for kind in attestation.kinds {
            verifiers[kind] = try androidVerifier(kind, logger: logger)
        }
        return AcceptedAttestations(verifiers)
    }

    /// The verifier of App Attest's objects.
    ///
    /// - Throws: `ImmuniAssemblyError` if the settings name no app or no root, and for a root that cannot be used.
    package func appAttestation() throws -> any AttestationVerifier {
        let attestation = settings.attestation
        return AcceptedAttestations([
            .appAttest: AppAttestation(
                appID: try AttestationFiles.required(attestation.appID, "analytics.apple.app-id"),
                environment: attestation.takesTestEvidence ? .development : .production,
                anchors: try anchors(attestation.appAttestRootFile, "analytics.apple.app-attest-root"),
                clock: realm.clock
            )
        ])
    }

    private func androidVerifier(_ kind: AttestationEvidence.Kind, logger: Logger) throws -> any AttestationVerifier {
        let attestation = settings.attestation
        switch kind {
        case .safetyNet:
            return SafetyNetAttestation(
                app: try androidApp(),
                anchors: try anchors(attestation.safetyNetRootsFile, "analytics.google.safety-net-roots"),
                minTier: settings.analytics.googleTier,
                clock: realm.clock
            )
        case .playIntegrity:
            return PlayIntegrityAttestation(
                app: try androidApp(),
                keys: try AttestationFiles.playIntegrityKeys(attestation),
                minTier: settings.analytics.googleTier,
                takesTestEvidence: attestation.takesTestEvidence,
                clock: realm.clock
            )
        case .keyAttestation:
            return try keyAttestation(logger: logger)
        case .appAttest:
            return AcceptedAttestations([:])
        }
    }

    private func keyAttestation(logger: Logger) throws -> any AttestationVerifier {
        let app = try androidApp()
        let anchors = try anchors(settings.attestation.keyRootsFile, "analytics.google.key-attestation-roots")
        let clock = realm.clock
        let verifier: @Sendable (RevokedSerials) -> KeyAttestation = { revoked in
            KeyAttestation(app: app, anchors: anchors, revoked: revoked, clock: clock)
        }
        guard let path = settings.attestation.revokedFile else {
            return verifier(RevokedSerials())
        }
        return try ReloadingKeyAttestation(revokedFile: path, logger: logger, verifier: verifier)
    }

    private func androidApp() throws(ImmuniAssemblyError) -> AndroidApp {
        let digests = settings.attestation.certificateDigests
        guard !digests.isEmpty else {
            throw .attestationLacks("analytics.google.certificate-digests")
        }
        return AndroidApp(
            packageName: try AttestationFiles.required(settings.attestation.packageName, "analytics.google.package"),
            certificateDigests: Set(digests)
        )
    }

    private func anchors(_ path: String?, _ setting: String) throws(ImmuniAssemblyError) -> TrustAnchors {
        try AttestationFiles.anchors(
            AttestationFiles.required(path, setting),
            mayBeForTests: settings.attestation.takesTestEvidence
        )
    }
}

/// Reads the files that the verifiers need.
enum AttestationFiles {
    /// The value of a required setting.
    static func required(_ value: String?, _ setting: String) throws(ImmuniAssemblyError) -> String {
        guard let value else {
            throw .attestationLacks(setting)
        }
        return value
    }

    static func anchors(_ path: String, mayBeForTests: Bool) throws(ImmuniAssemblyError) -> TrustAnchors {
        let anchors: TrustAnchors
        do {
            anchors = try TrustAnchors(pem: String(decoding: try content(path), as: UTF8.self))
        } catch let error as ImmuniAssemblyError {
            throw error
        } catch {
            throw .unusableAttestationFile(path, "is not a list of certificates in PEM")
        }
        guard mayBeForTests || !anchors.areForTests else {
            throw .testRoot(path)
        }
        return anchors
    }

    static func playIntegrityKeys(_ settings: AttestationSettings) throws -> PlayIntegrityKeys {
        let decryption = try required(settings.decryptionKeyFile, "analytics.google.play-integrity-decryption-key")
        try PrivateFile.check(decryption)
        let verification = try required(
            settings.verificationKeyFile,
            "analytics.google.play-integrity-verification-key"
        )
        do {
            return try PlayIntegrityKeys(
                decryption: SecretBytes(try base64(decryption)),
                verification: try base64(verification)
            )
        } catch let error as ImmuniAssemblyError {
            throw error
        } catch PlayIntegrityKeyError.unreadableVerificationKey {
            throw ImmuniAssemblyError.unusableAttestationFile(verification, "contains no P-256 public key in base64")
        } catch {
            throw ImmuniAssemblyError.unusableAttestationFile(decryption, "contains no key of 32 bytes in base64")
        }
    }

    static func revokedSerials(_ path: String) throws(ImmuniAssemblyError) -> RevokedSerials {
        let list = try content(path)
        do {
            return try RevokedSerials(statusList: list)
        } catch {
            throw .unusableAttestationFile(path, "is not a list of revoked keys as Google publishes it")
        }
    }

    private static func base64(_ path: String) throws(ImmuniAssemblyError) -> [UInt8] {
        let text = String(decoding: try content(path), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Base64.decode(text) else {
            throw .unusableAttestationFile(path, "is not in base64")
        }
        return bytes
    }

    private static func content(_ path: String) throws(ImmuniAssemblyError) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw .file(.unreadable(path))
        }
        return Array(data)
    }
}
