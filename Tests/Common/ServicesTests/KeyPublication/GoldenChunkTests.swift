import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import KeyPublication
import Synchronization
import Testing

@Suite("A chunk of a system with one sequence")
struct GoldenChunkTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    @Test("its export.bin is that of Immuni's own generator, byte for byte")
    func exportBin() async throws {
        let end = UnixTime(1_594_220_404)
        sample.clock.set(end)
        try await sample.upload([
            Self.key([UInt8](repeating: 0xFF, count: 16), start: 2_656_944, period: 100, releasableAt: end),
            Self.key(Array(0..<16), start: 2_656_800, period: 144, releasableAt: end),
        ])
        let rules = ChunkRules(
            maxKeyCount: 10,
            minKeyCount: 1,
            maxHeldRuns: 3,
            firstPeriod: end.seconds - 1_594_166_400,
            retention: SamplePublication.retention
        )
        let signer = RecordingSigner()
        #expect(try await sample.job(signer: signer, rules: rules).run().keyCount == 2)
        #expect(signer.signed.map(Hex.encode) == [Self.golden])
    }

    private static func key(_ bytes: [UInt8], start: UInt32, period: Int, releasableAt: UnixTime) throws -> StoredKey {
        let key = try TemporaryExposureKey(
            keyData: .init(bytes),
            rollingStart: IntervalNumber(start),
            rollingPeriod: period
        )
        return StoredKey(diagnosisKey: DiagnosisKey(key: key, transmissionRiskLevel: 8), releasableAt: releasableAt)
    }

    // Immuni's backend (immuni-app/immuni-backend-exposure-ingestion, `generate_zip`) wrote these bytes for these keys.
    private static let golden =
        "454b204578706f72742076312020202009800c055f000000001174df055f000000001a0332323220012801323e0a1e69742e6d696e69"
        + "737465726f64656c6c6173616c7574652e696d6d756e691a02763122033232322a13312e322e3834302e31303034352e342e332e32"
        + "3a1c0a10000102030405060708090a0b0c0d0e0f100818a094a2012090013a1b0a10ffffffffffffffffffffffffffffffff100818"
        + "b095a2012064"
}

/// Keeps what it is asked to sign.
private final class RecordingSigner: ExportSigner {
    private let recorded = Mutex<[[UInt8]]>([])

    var signed: [[UInt8]] { recorded.withLock { $0 } }

    let signatureInfo = SignatureInfo(
        verificationKeyID: "222",
        verificationKeyVersion: "v1",
        appBundleID: "it.ministerodellasalute.immuni"
    )

    func signature(over exportBin: [UInt8]) async throws -> [UInt8] {
        recorded.withLock { $0.append(exportBin) }
        return [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x02]
    }
}
