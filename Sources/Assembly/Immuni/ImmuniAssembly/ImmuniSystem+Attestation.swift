import AttestationAssembly
import CommonAssembly
package import DeviceAttestation
import ImmuniAnalytics
package import Logging
import ServiceKit

extension AttestationCatalogue {
    /// The attestations of the Analytics Service.
    static let analytics = AttestationCatalogue(
        "analytics",
        androidKinds: [.safetyNet, .playIntegrity, .keyAttestation],
        consequence: "all their Operational Info is refused"
    )
}

extension ImmuniSystem {
    /// The verifier of Android's evidence: the kinds that the settings name, each with the files that it needs.
    ///
    /// - Throws: `AttestationSetupError` if a kind lacks a setting, and for files that cannot be used.
    package func androidAttestation(logger: Logger) throws -> any AttestationVerifier {
        if settings.attestation.kinds.isEmpty {
            logger.record(ImmuniAssemblyEvent.noAndroidAttestation)
        }
        return AcceptedAttestations(try verifiers.android(logger: logger))
    }

    /// The verifier of App Attest's objects.
    ///
    /// - Throws: `AttestationSetupError` if the settings name no app or no root, and for a root that cannot be used.
    package func appAttestation() throws -> any AttestationVerifier {
        AcceptedAttestations([.appAttest: try verifiers.apple()])
    }

    private var verifiers: AttestationVerifiers {
        AttestationVerifiers(settings.attestation, minTier: settings.analytics.googleTier, clock: realm.clock)
    }
}
