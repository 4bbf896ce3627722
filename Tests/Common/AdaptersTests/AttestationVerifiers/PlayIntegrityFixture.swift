import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import WireFormat

/// An emulated Play Integrity and a server's check of its tokens.
struct PlayIntegrityFixture {
    let request = AndroidSample.request
    let clock = ManualClock(AndroidSample.request.time)
    let play = EmulatedPlayIntegrity()

    func verifier(
        minTier: AttestationTier = .platform,
        takesTestEvidence: Bool = false
    ) throws -> PlayIntegrityAttestation {
        PlayIntegrityAttestation(
            app: AndroidSample.app,
            keys: try PlayIntegrityKeys(
                decryption: SecretBytes(play.wrapper.withUnsafeBytes { Array($0) }),
                verification: Array(play.signer.publicKey.derRepresentation)
            ),
            minTier: minTier,
            takesTestEvidence: takesTestEvidence,
            clock: clock
        )
    }

    func verdict(_ changes: [String: JSONValue?] = [:]) -> JSONValue { play.verdict(for: request, changes) }

    func token(_ changes: [String: JSONValue?] = [:]) throws -> String {
        try play.encrypted(play.signed(verdict(changes)))
    }
}
