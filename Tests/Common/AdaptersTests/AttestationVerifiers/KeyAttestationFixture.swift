import AttestationVerifiers
import DeviceEmulation
import ExposureTesting

/// An emulated Keystore, and a server's check of its keys.
struct KeyAttestationFixture {
    let request = AndroidSample.request
    let clock = ManualClock(AndroidSample.request.time)
    let keystore: EmulatedKeystore

    /// - Parameter lifetime: seconds for which the issuers' certificates are valid; half of them have passed.
    init(lifetime: Int64 = 2 * 86_400) throws {
        keystore = EmulatedKeystore(authority: try AndroidSample.authority(lifetime: lifetime))
    }

    var authority: EmulatedAuthority { keystore.authority }

    func verifier(roots: String? = nil, revoked: RevokedSerials = RevokedSerials()) throws -> KeyAttestation {
        KeyAttestation(
            app: AndroidSample.app,
            anchors: try TrustAnchors(pem: roots ?? authority.rootPEM),
            revoked: revoked,
            clock: clock
        )
    }

    var parts: EmulatedKeystore.Parts { EmulatedKeystore.Parts(for: request) }

    func chain(_ change: (inout EmulatedKeystore.Parts) -> Void = { _ in }) throws -> [[UInt8]] {
        var parts = parts
        change(&parts)
        return try keystore.chain(parts)
    }
}
