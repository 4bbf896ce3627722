import Crypto
import ExposurePrimitives
import GAENCore
import KeyExport

extension FuzzTarget {
    /// An export as a phone gets it: a zip, or export.bin alone.
    static let export = FuzzTarget(
        "export",
        maxSize: 8192,
        words: ["EK Export v1    ", "PK\u{01}\u{02}", "PK\u{03}\u{04}", "PK\u{05}\u{06}", "export.bin", "export.sig"],
        seeds: { try SampleExport.files() },
        check: { bytes in
            guard let archive = try? ExportArchive(bytes) else {
                return false
            }
            try require(
                (try? archive.verified(by: SampleExport.verifier.get())) == nil,
                "an export that nobody signed is verified"
            )
            guard let contents = try? archive.unverified().contents else {
                return false
            }
            let keys = try contents.allKeys()
            if bytes.starts(with: "EK".utf8) {
                try checkAgainstLibrary(bytes, keys: keys)
            }
            let isWhole = keys.keys.count == contents.keyCount && keys.revisedKeys.count == contents.revisedKeyCount
            try require(isWhole, "an export has another number of keys than it says")
            try checkWriting(keys, as: contents.metadata)
            return true
        }
    )

    /// A zip around any content, as our writer and others' make it: what went in comes out.
    static let zipArchive = FuzzTarget(
        "zip",
        maxSize: 65_536,
        seeds: {
            let message = Array(try SampleExport.exportBin().dropFirst(header.count))
            return [message, [1, 2, 3], [UInt8](repeating: 7, count: 40_000)]
        },
        check: { content in
            let bin = header + content
            let zip = try ExportWriter.archive(exportBin: bin, exportSig: [])
            // Content that repeats itself is refused as a bomb.
            guard let archive = try? ExportArchive(zip) else {
                return false
            }
            let fromZip = try? archive.unverified().contents
            let fromBin = try? ExportArchive(bin).unverified().contents
            try require(fromZip?.metadata == fromBin?.metadata, "the same export.bin is read otherwise out of a zip")
            try require(try fromZip?.allKeys() == fromBin?.allKeys(), "the same keys are read otherwise out of a zip")
            try require(throwsError { try ExportArchive(Array(zip.dropLast())) }, "a zip without its end is read")
            return fromZip != nil
        }
    )

    /// What every export.bin begins with.
    private static let header = Array("EK Export v1    ".utf8)

    /// The protobuf library, which reads the whole message at once, finds the same keys. Our reader takes ordinary ones itself.
    private static func checkAgainstLibrary(_ exportBin: [UInt8], keys: KeyBatch) throws {
        let message = Array(exportBin.dropFirst(header.count))
        let export: WireTemporaryExposureKeyExport = try WireMessage.decode(message, file: .exportBin)
        let reference = (
            keys: try export.keys.map { try DiagnosisKey($0, index: 0) },
            revised: try export.revisedKeys.map { try DiagnosisKey($0, index: 0) }
        )
        try require(reference == (keys.keys, keys.revisedKeys), "the protobuf library finds other keys")
    }

    /// Writes what was read; it must read back as it is, and sorted.
    private static func checkWriting(_ keys: KeyBatch, as metadata: ExportMetadata) throws {
        // A file may say the same key twice; a draft may not.
        guard Set((keys.keys + keys.revisedKeys).map(\.key.keyData)).count == keys.keys.count + keys.revisedKeys.count
        else {
            return
        }
        let draft = ExportDraft(metadata: metadata, keys: keys.keys, revisedKeys: keys.revisedKeys)
        guard let written = try? ExportWriter.exportBin(of: draft, signatureInfos: []) else {
            throw BrokenProperty(description: "keys that were read cannot be written")
        }
        let again = try ExportArchive(written).unverified().contents
        let isSame = again.metadata == metadata && again.warnings.isEmpty
        try require(isSame && Set(try again.allKeys().keys) == Set(keys.keys), "an export reads back otherwise")
    }
}

func throwsError(_ body: () throws -> some Any) -> Bool {
    (try? body()) == nil
}

/// An export of a few keys, and a verifier of a key that signed none.
enum SampleExport {
    static let verifier = Result {
        try ExportVerifier(keys: [ExportVerificationKey(SampleKeys.privateKey().publicKey.pemRepresentation)])
    }

    static func files() throws -> [[UInt8]] {
        let exportBin = try exportBin()
        let exportSig = try ExportWriter.exportSig(for: metadata(), signatures: [(info, [0x30, 0])])
        return [exportBin, try ExportWriter.archive(exportBin: exportBin, exportSig: exportSig)]
    }

    static func exportBin() throws -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        let keys = try (0..<5).map { number in
            try DiagnosisKey(
                key: TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(2_656_800),
                    rollingPeriod: 144 - number
                ),
                transmissionRiskLevel: number,
                reportType: .confirmedTest,
                daysSinceOnsetOfSymptoms: number - 2
            )
        }
        let draft = ExportDraft(metadata: try metadata(), keys: Array(keys.dropFirst()), revisedKeys: [keys[0]])
        return try ExportWriter.exportBin(of: draft, signatureInfos: [info])
    }

    private static let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")

    private static func metadata() throws -> ExportMetadata {
        try ExportMetadata(start: UnixTime(0), end: UnixTime(600), region: "222")
    }
}
