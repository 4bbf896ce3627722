import AttestationVerifiers
package import DeviceAttestation
package import ExposurePrimitives
package import Logging
import ServiceKit

/// Makes the verifiers of the evidence that a system's settings accept, each with the files that it needs.
package struct AttestationVerifiers: Sendable {
    private let settings: AttestationSettings
    private let minTier: AttestationTier
    private let clock: any WallClock

    /// - Parameter minTier: the weakest accepted basis of a proof of Android.
    package init(_ settings: AttestationSettings, minTier: AttestationTier, clock: any WallClock) {
        self.settings = settings
        self.minTier = minTier
        self.clock = clock
    }

    /// The verifiers of Android's evidence, by its kind.
    ///
    /// - Throws: `AttestationSetupError` if a kind lacks a setting, and for files that cannot be used.
    package func android(
        logger: Logger
    ) throws -> [AttestationEvidence.Kind: any AttestationVerifier] {
        var verifiers: [AttestationEvidence.Kind: any AttestationVerifier] = [:]
        for kind in settings.kinds {
            verifiers[kind] = try androidVerifier(kind, logger: logger)
        }
        return verifiers
    }

    /// The verifier of App Attest's objects.
    ///
    /// - Throws: `AttestationSetupError` if the settings name no app or no root, and for a root that cannot be used.
    package func apple() throws -> any AttestationVerifier {
        AppAttestation(
            appID: try AttestationFiles.required(settings.appID, settings.names.appID.name),
            environment: settings.takesTestEvidence ? .development : .production,
            anchors: try anchors(settings.appAttestRootFile, settings.names.appAttestRoot.name),
            clock: clock
        )
    }

    private func androidVerifier(_ kind: AttestationEvidence.Kind, logger: Logger) throws -> any AttestationVerifier {
        switch kind {
        case .safetyNet:
            return SafetyNetAttestation(
                app: try androidApp(),
                anchors: try anchors(settings.safetyNetRootsFile, settings.names.safetyNetRoots.name),
                minTier: minTier,
                clock: clock
            )
        case .playIntegrity:
            return PlayIntegrityAttestation(
                app: try androidApp(),
                keys: try AttestationFiles.playIntegrityKeys(settings),
                minTier: minTier,
                takesTestEvidence: settings.takesTestEvidence,
                clock: clock
            )
        case .keyAttestation:
            return try keyAttestation(logger: logger)
        case .appAttest:
            return AcceptedAttestations([:])
        }
    }

    private func keyAttestation(logger: Logger) throws -> any AttestationVerifier {
        let app = try androidApp()
        let anchors = try anchors(settings.keyRootsFile, settings.names.keyRoots.name)
        let verifier: @Sendable (RevokedSerials) -> KeyAttestation = { [clock] revoked in
            KeyAttestation(app: app, anchors: anchors, revoked: revoked, clock: clock)
        }
        guard let path = settings.revokedFile else {
            return verifier(RevokedSerials())
        }
        return try ReloadingKeyAttestation(revokedFile: path, logger: logger, verifier: verifier)
    }

    private func androidApp() throws(AttestationSetupError) -> AndroidApp {
        let digests = settings.certificateDigests
        guard !digests.isEmpty else {
            throw .lacks(settings.names.certificateDigests.name)
        }
        return AndroidApp(
            packageName: try AttestationFiles.required(settings.packageName, settings.names.packageName.name),
            certificateDigests: Set(digests)
        )
    }

    private func anchors(_ path: String?, _ setting: String) throws(AttestationSetupError) -> TrustAnchors {
        try AttestationFiles.anchors(AttestationFiles.required(path, setting), of: settings)
    }
}
