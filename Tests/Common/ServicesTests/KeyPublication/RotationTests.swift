import Crypto
import ExposurePrimitives
import ExposureTesting
import KeyExport
import KeyPublication
import Signing
import Synchronization
import Testing

@Suite("Publishing while one key takes over from another")
struct RotationTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    /// The ring and the private keys of its entries.
    private final class Keys: Sendable {
        let first = P256.Signing.PrivateKey()
        let second = P256.Signing.PrivateKey()
        private let state: Mutex<KeyRing>

        init(now: UnixTime) throws {
            let pem = first.publicKey.pemRepresentation
            let entry = KeyRing.Entry(id: "222", version: "v1", publicKeyPEM: pem, state: .active, signsSince: now)
            state = Mutex(try KeyRing(keys: [entry]))
        }

        func change(_ body: (inout KeyRing) throws -> Void) throws { try state.withLock { try body(&$0) } }

        /// As the job asks for them.
        func signers() throws -> [any ExportSigner] {
            try state.withLock { $0.signing }.map { entry in
                try P256ExportSigner(
                    privateKeyPEM: (entry.version == "v1" ? first : second).pemRepresentation,
                    signatureInfo: SignatureInfo(verificationKeyID: entry.id, verificationKeyVersion: entry.version)
                )
            }
        }

        /// Phones that know one key alone, by its version.
        func phones() throws -> [String: ExportVerifier] {
            try ["v1": first, "v2": second].reduce(into: [:]) { phones, key in
                let name = VerificationKeyName(id: "222", version: key.key)
                let key = try ExportVerificationKey(key.value.publicKey.pemRepresentation, name: name)
                phones[name.version] = try ExportVerifier(keys: [key])
            }
        }
    }

    @Test("every chunk on offer can be verified with the old key alone, and with the new key alone once it is active")
    func overlap() async throws {
        let keys = try Keys(now: sample.clock.now())
        let job = PublicationJob(
            sequence: PublishedSequence(chunks: sample.chunks),
            files: sample.files,
            signers: { try keys.signers() },
            rules: SamplePublication.rules(),
            region: "222",
            clock: sample.clock
        )
        // A day a step: the new key signs from day 5, is active from day 20, and the old one signs until day 40.
        for day in 0..<45 {
            let now = sample.clock.now()
            switch day {
            case 5: try keys.change { try $0.add(version: "v2", publicKeyPEM: "second", now: now) }
            case 6..<20:
                #expect(throws: KeyRingError.self) { try keys.change { try $0.promote(now: now) } }
            case 20: try keys.change { try $0.promote(now: now) }
            case 40: try keys.change { try $0.retire(version: "v1", now: now) }
            default: break
            }
            let midnight = now.utcDay.startInUTC
            try await sample.upload(day..<(day + 1), windowEnd: midnight)
            #expect(try await job.run().chunks == [day + 1])
            let unverifiable = try await Self.unverifiable(sample, by: keys.phones())
            #expect(day >= 40 || unverifiable["v1"] == [], "day \(day)")
            #expect(day < 20 || unverifiable["v2"] == [], "day \(day)")
            #expect(day != 17 || unverifiable["v2"] == [5], "until then older chunks are on offer")
            #expect(day != 40 || unverifiable["v1"] == [41], "the overlap has ended")
            sample.clock.advance(bySeconds: SamplePublication.day)
        }
    }

    /// The chunks on offer that each phone cannot verify.
    private static func unverifiable(
        _ sample: SamplePublication,
        by phones: [String: ExportVerifier]
    ) async throws -> [String: [Int]] {
        var found = phones.mapValues { _ in [Int]() }
        for index in try #require(try await sample.offered()) {
            let archive = try await sample.bytes(ofChunk: index)
            for (version, verifier) in phones where (try? ExportArchive(archive).verified(by: verifier)) == nil {
                found[version, default: []].append(index)
            }
        }
        return found
    }
}
