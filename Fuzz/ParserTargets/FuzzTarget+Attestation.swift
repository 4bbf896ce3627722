import AttestationVerifiers
import Crypto
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import Foundation
import WireFormat

extension FuzzTarget {
    /// App Attest: an attestation object, an assertion's statement, or an attestation's; the first byte chooses.
    static let appAttest = FuzzTarget(
        "app-attest",
        maxSize: 8192,
        words: ["fmt", "attStmt", "authData", "x5c", "receipt", "apple-appattest", "appattestdevelop"],
        seeds: {
            var parts = EmulatedAppAttest.Parts(for: try SampleAttestation.request())
            parts.environment = EmulatedAppAttest.Parts.development
            let object = try EmulatedAppAttest(authority: SampleAttestation.authority.get()).object(parts)
            return [[0] + object, [1] + [UInt8](repeating: 0, count: 37), [2] + SampleAttestation.authenticatorData]
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 3) else {
                return false
            }
            guard choice == 0 else {
                return (try? AuthenticatorData(parsing: rest, hasCredential: choice == 2)) != nil
            }
            let verifier = try SampleAttestation.appAttest()
            return await SampleAttestation.isAccepted(.appAttest(object: rest), by: verifier)
        }
    )

    /// Certificates in DER, and the description of a key in Android's extension; the first byte chooses.
    static let certificates = FuzzTarget(
        "certificates",
        maxSize: 8192,
        seeds: {
            let parts = EmulatedKeystore.Parts(for: try SampleAttestation.request())
            let chain = try EmulatedKeystore(authority: SampleAttestation.authority.get()).chain(parts)
            return chain.map { [0] + $0 } + [[1] + EmulatedKeystore.description(parts)]
        },
        check: { bytes in
            guard let (choice, der) = bytes.choice(among: 2) else {
                return false
            }
            guard choice == 0 else {
                return (try? KeyDescription(parsing: der[...])) != nil
            }
            let verifier = try SampleAttestation.keyAttestation()
            let chain = [der] + (try SampleAttestation.authority.get().issuers)
            let decision = await verifier.decide(.keyAttestation(chain: chain), boundTo: SampleAttestation.binding)
            return Certificates.parse([der]) != nil || decision != .refused(.malformed)
        }
    )

    /// The compact forms of SafetyNet (JWS) and Play Integrity (JWE); the first byte chooses.
    static let jose = FuzzTarget(
        "jose",
        maxSize: 8192,
        words: ["eyJhbGciOiJFUzI1NiJ9", ".", "eyJhbGciOiJBMjU2S1ciLCJlbmMiOiJBMjU2R0NNIn0"],
        seeds: {
            let request = try SampleAttestation.request()
            let safetyNet = try EmulatedSafetyNet(authority: SampleAttestation.authority.get())
            let keys = try SampleAttestation.playIntegrityKeys.get()
            return [
                [0] + Array(try safetyNet.statement(safetyNet.claims(for: request)).utf8),
                [1] + Array(try keys.encrypted(keys.signed(keys.verdict(for: request))).utf8),
            ]
        },
        check: { bytes in
            guard let (choice, text) = bytes.choice(among: 2) else {
                return false
            }
            if choice == 0 {
                let verifier = try SampleAttestation.safetyNet()
                return await SampleAttestation.isAccepted(.safetyNet(jws: text.text), by: verifier)
            }
            let verifier = try SampleAttestation.playIntegrity()
            return await SampleAttestation.isAccepted(.playIntegrity(token: text.text), by: verifier)
        }
    )

    /// What Play Integrity and SafetyNet say once their signatures hold; the first byte chooses.
    static let verdicts = FuzzTarget(
        "verdicts",
        maxSize: 4096,
        words: [
            "\"requestDetails\":", "\"appIntegrity\":", "\"deviceIntegrity\":", "\"timestampMillis\":", "1790000000000",
            "\"nonce\":", "\"timestampMs\":", "\"basicIntegrity\":",
        ],
        seeds: {
            let request = try SampleAttestation.request()
            let safetyNet = try EmulatedSafetyNet(authority: SampleAttestation.authority.get())
            let playIntegrity = try SampleAttestation.playIntegrityKeys.get()
            return [[0] + playIntegrity.verdict(for: request).encoded, [1] + safetyNet.claims(for: request).encoded]
        },
        check: { bytes in
            guard let (choice, text) = bytes.choice(among: 2), let claims = try? JSONValue(parsing: text) else {
                return false
            }
            let binding = SampleAttestation.binding
            if choice == 0 {
                return (try? SampleAttestation.playIntegrity().decide(claims, boundTo: binding)) != nil
            }
            let verifier = try SampleAttestation.safetyNet()
            return (try? verifier.decide(claims, boundTo: binding, now: FuzzMoment.now)) != nil
        }
    )
}
