import Crypto
import ExposurePrimitives
import GAENCore
import SwiftProtobuf
import Testing

@testable import KeyExport

@Suite("Writing exports")
struct ExportWriterTests {
    @Test("random keys with every field are read back as they were", arguments: [0, 1, 2, 1000, 5000])
    func roundTrip(count: Int) async throws {
        let sample = try Sample()
        let draft = try Sample.draft(count: count, revised: count / 3, seed: UInt64(count))
        let export = try await sample.read(ExportWriter.archive(of: draft, signedBy: [sample.signer]))
        let contents = export.contents
        #expect(export.signers == [sample.name])
        #expect(contents.metadata == draft.metadata)
        #expect((contents.keyCount, contents.revisedKeyCount) == (count, count / 3))
        #expect(contents.warnings.isEmpty)
        let keys = KeyBatch(keys: Sample.inOrder(draft.keys), revisedKeys: Sample.inOrder(draft.revisedKeys))
        #expect(try contents.allKeys() == keys)
    }

    @Test("the encoder writes the same bytes as the protobuf library", arguments: [0, 1, 2, 500, 20_000])
    func sameBytesAsLibrary(count: Int) throws {
        let draft = try Sample.draft(count: count, revised: count / 2, seed: UInt64(count) + 7)
        let info = try Sample().signer.signatureInfo
        #expect(try ExportWriter.exportBin(of: draft, signatureInfos: [info]) == library(draft, info))
    }

    @Test("every possible length of a field is written as the protobuf library writes it")
    func lengths() throws {
        let starts: [UInt32] = [
            0, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456, 0x7FFF_FFFF,
        ]
        let keys = try starts.flatMap { start in
            try [1, 127, 128, 144].map { period in
                let bytes = [UInt8](repeating: UInt8(period), count: 16)
                return DiagnosisKey(
                    key: try TemporaryExposureKey(bytes, start: start, period: period),
                    transmissionRiskLevel: 8,
                    reportType: .revoked,
                    daysSinceOnsetOfSymptoms: period == 1 ? -14 : 14,
                    variantOfConcern: .vaccineBreakthrough
                )
            }
        }
        let draft = ExportDraft(metadata: try Sample.metadata(), keys: keys, revisedKeys: keys)
        let info = try Sample().signer.signatureInfo
        #expect(try ExportWriter.exportBin(of: draft, signatureInfos: [info]) == library(draft, info))
    }

    /// export.bin as the protobuf library writes it, sorted independently of the writer.
    private func library(_ draft: ExportDraft, _ info: SignatureInfo) throws -> [UInt8] {
        func wire(_ keys: [DiagnosisKey]) throws -> [WireTemporaryExposureKey] {
            try keys.map { try $0.wire(index: 0) }.sorted { lhs, rhs in
                lhs.keyData == rhs.keyData
                    ? (lhs.rollingStartIntervalNumber, lhs.rollingPeriod)
                        < (rhs.rollingStartIntervalNumber, rhs.rollingPeriod)
                    : lhs.keyData.lexicographicallyPrecedes(rhs.keyData)
            }
        }
        var message = WireTemporaryExposureKeyExport(draft.metadata, info)
        message.keys = try wire(draft.keys)
        message.revisedKeys = try wire(draft.revisedKeys)
        return ExportHeader.bytes + (try message.serializedBytes())
    }

    @Test("keys are delivered in batches that are small compared with the file")
    func batches() async throws {
        let exportBin = try ExportWriter.exportBin(of: Sample.draft(count: 20_000), signatureInfos: [])
        let reader = try ExportArchive(exportBin).unverified().contents.keyReader()
        var sizes: [Int] = []
        while let batch = try reader.next() {
            sizes.append(batch.keys.count)
        }
        #expect(sizes.reduce(0, +) == 20_000)
        #expect(sizes.allSatisfy { (1...4000).contains($0) })
        #expect(try reader.next() == nil)
    }

    @Test("the same content gives the same bytes, whatever the order of upload was")
    func determinism() throws {
        var generator = SeededGenerator(seed: 5)
        let draft = try Sample.draft(count: 200, revised: 50)
        let first = try exportBin(of: draft)
        for _ in 0..<5 {
            let shuffled = ExportDraft(
                metadata: draft.metadata,
                keys: draft.keys.shuffled(using: &generator),
                revisedKeys: draft.revisedKeys.shuffled(using: &generator)
            )
            #expect(try exportBin(of: shuffled) == first)
        }
        let archives = try (0..<2).map { _ in try ExportWriter.archive(exportBin: first, exportSig: [1, 2, 3]) }
        #expect(archives[0] == archives[1])
    }

    @Test("two entries with the same key bytes also have a fixed order")
    func ties() throws {
        let keys = try [(2_650_000, 144), (2_650_000, 10), (2_649_000, 144)].map { start, period in
            DiagnosisKey(
                key: try TemporaryExposureKey(UInt8(0)..<16, start: UInt32(start), period: period),
                transmissionRiskLevel: 1
            )
        }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let files = try orders.map { order in try exportBin(ofKeys: order.map { keys[$0] }) }
        #expect(Set(files).count == 1)
    }

    @Test("the rolling period is written even if it is the default")
    func explicitRollingPeriod() throws {
        let key = try TemporaryExposureKey([UInt8](repeating: 7, count: 16), start: 2_650_000)
        let bytes = try exportBin(ofKeys: [DiagnosisKey(key: key, transmissionRiskLevel: 0)])
        let message = try WireTemporaryExposureKeyExport(serializedBytes: Array(bytes.dropFirst(16)))
        let written = try #require(message.keys.first)
        #expect(written.hasRollingPeriod && written.hasTransmissionRiskLevel && !written.hasReportType)
    }

    @Test("the zip has exactly two deflated entries, dated 1980-01-01")
    func container() throws {
        let zip = try ExportWriter.archive(exportBin: [UInt8](repeating: 1, count: 1000), exportSig: [2])
        let directory = try ZipDirectory(of: zip)
        #expect(directory.entries.map(\.name) == ["export.bin", "export.sig"])
        #expect(directory.entries.map(\.size) == [1000, 1])
        for entry in directory.entries {
            #expect(entry.method == .deflated)
            #expect([10, 12, 28].map { zip.littleEndian16(at: entry.headerOffset + $0) } == [0, 0x21, 0])
        }
    }

    @Test("values outside the format are refused on both sides of each limit")
    func limits() throws {
        func write(risk: Int = 1, days: Int? = nil, start: UInt32 = 1) throws -> [UInt8] {
            let key = try TemporaryExposureKey([UInt8](repeating: 7, count: 16), start: start)
            let diagnosis = DiagnosisKey(key: key, transmissionRiskLevel: risk, daysSinceOnsetOfSymptoms: days)
            return try exportBin(ofKeys: [diagnosis])
        }
        for (risk, days) in [(0, -14), (8, 14)] {
            #expect(throws: Never.self) { try write(risk: risk, days: days) }
        }
        #expect(throws: ExportError.content(.transmissionRiskOutOfRange(key: 0, value: -1))) { try write(risk: -1) }
        #expect(throws: ExportError.content(.transmissionRiskOutOfRange(key: 0, value: 9))) { try write(risk: 9) }
        #expect(throws: ExportError.content(.daysSinceOnsetOutOfRange(key: 0, value: -15))) { try write(days: -15) }
        #expect(throws: ExportError.content(.daysSinceOnsetOutOfRange(key: 0, value: 15))) { try write(days: 15) }
        #expect(throws: Never.self) { try write(start: 0x7FFF_FFFF) }
        let error = ExportError.content(.rollingStartOutOfRange(key: 0, value: 0x8000_0000))
        #expect(throws: error) { try write(start: 0x8000_0000) }
    }

    @Test("a file without a signer is not written")
    func noSigners() async throws {
        await #expect(throws: ExportError.signature(.noSigners)) {
            try await ExportWriter.archive(of: Sample.draft(), signedBy: [])
        }
    }

    @Test("a private key never prints")
    func redaction() throws {
        let sample = try Sample()
        var dumped = ""
        dump(sample.signer, to: &dumped)
        let texts = ["\(sample.signer)", String(reflecting: sample.signer), dumped]
        let privateKey = try P256.Signing.PrivateKey(pemRepresentation: sample.privateKeyPEM).rawRepresentation
        for text in texts {
            #expect(!text.contains(Hex.encode(privateKey)))
            #expect(!text.contains("PrivateKey"))
        }
        #expect(texts[0] == "P256ExportSigner(222-v1)")
    }

    @Test("a wrong private key is refused")
    func privateKey() throws {
        let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        #expect(throws: ExportError.signature(.unreadablePrivateKey)) {
            try P256ExportSigner(privateKeyPEM: "-----BEGIN EC PRIVATE KEY-----", signatureInfo: info)
        }
        let sha512 = SignatureAlgorithm.ecdsaWithSHA512.rawValue
        let other = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1", algorithm: sha512)
        #expect(throws: ExportError.signature(.unsupportedAlgorithm("1.2.840.10045.4.3.4", isName: false))) {
            try P256ExportSigner(privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation, signatureInfo: other)
        }
    }

    private func exportBin(ofKeys keys: [DiagnosisKey]) throws -> [UInt8] {
        try exportBin(of: ExportDraft(metadata: Sample.metadata(), keys: keys))
    }

    private func exportBin(of draft: ExportDraft) throws -> [UInt8] {
        try ExportWriter.exportBin(of: draft, signatureInfos: [])
    }
}
