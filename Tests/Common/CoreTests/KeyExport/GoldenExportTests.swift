import ExposurePrimitives
import GAENCore
import KeyExport
import Testing

@Suite("The export that Immuni's own generator wrote")
struct GoldenExportTests {
    @Test("export.bin is reproduced byte for byte")
    func exportBin() throws {
        let written = try ExportWriter.exportBin(of: draft(), signatureInfos: [info])
        #expect(written.count == 166)
        #expect(Hex.encode(written) == goldenExportBin)
    }

    @Test("export.bin does not depend on the order of the given keys")
    func order() throws {
        let draft = try draft()
        let reversed = ExportDraft(metadata: draft.metadata, keys: draft.keys.reversed())
        #expect(Hex.encode(try ExportWriter.exportBin(of: reversed, signatureInfos: [info])) == goldenExportBin)
    }

    @Test("export.sig is reproduced byte for byte")
    func exportSig() throws {
        let signature: [UInt8] = [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x02]
        let written = try ExportWriter.exportSig(for: draft().metadata, signatures: [(info, signature)])
        #expect(Hex.encode(written) == goldenExportSig)
    }

    @Test("reading export.bin returns the written content")
    func read() throws {
        let bytes = try #require(Hex.decode(goldenExportBin))
        let contents = try ExportArchive(bytes).unverified().contents
        let draft = try draft()
        #expect(contents.metadata == draft.metadata)
        #expect(contents.signatureInfos == [info])
        #expect(contents.warnings.isEmpty)
        #expect(try contents.allKeys().keys == draft.keys)
    }

    // Immuni's backend (immuni-app/immuni-backend-exposure-ingestion, `generate_zip`) wrote these bytes for this draft.
    private let goldenExportBin =
        "454b204578706f72742076312020202009800c055f000000001174df055f000000001a0332323220012801323e0a1e69742e6d696e69"
        + "737465726f64656c6c6173616c7574652e696d6d756e691a02763122033232322a13312e322e3834302e31303034352e342e332e32"
        + "3a1c0a10000102030405060708090a0b0c0d0e0f100818a094a2012090013a1b0a10ffffffffffffffffffffffffffffffff100818"
        + "b095a2012064"
    private let goldenExportSig =
        "0a4e0a3e0a1e69742e6d696e69737465726f64656c6c6173616c7574652e696d6d756e691a02763122033232322a13312e322e3834"
        + "302e31303034352e342e332e321001180122083006020101020102"

    private let info = SignatureInfo(
        verificationKeyID: "222",
        verificationKeyVersion: "v1",
        appBundleID: "it.ministerodellasalute.immuni"
    )

    private func draft() throws -> ExportDraft {
        func key(_ bytes: [UInt8], start: UInt32, period: Int) throws -> DiagnosisKey {
            DiagnosisKey(key: try TemporaryExposureKey(bytes, start: start, period: period), transmissionRiskLevel: 8)
        }
        return ExportDraft(
            metadata: try ExportMetadata(start: UnixTime(1_594_166_400), end: UnixTime(1_594_220_404), region: "222"),
            keys: [
                try key(Array(0..<16), start: 2_656_800, period: 144),
                try key([UInt8](repeating: 0xFF, count: 16), start: 2_656_944, period: 100),
            ]
        )
    }
}
