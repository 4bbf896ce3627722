import CDeflate
import Crypto
import Foundation
import KeyExport

/// What it takes to make signed files: sort, encode, compress, sign.
struct ExportMeasurement {
    let drafts: [ExportDraft]
    private let signer: P256ExportSigner

    init(_ drafts: [ExportDraft]) throws {
        self.drafts = drafts
        signer = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        )
    }

    func exportBin(of draft: ExportDraft) throws -> [UInt8] {
        try ExportWriter.exportBin(of: draft, signatureInfos: [signer.signatureInfo])
    }

    func archive(of draft: ExportDraft) async throws -> [UInt8] {
        try await ExportWriter.archive(of: draft, signedBy: [signer])
    }

    /// The figures of all files: keys, bytes a key, and processor seconds of the whole and of its parts.
    func figures() async throws -> [String: Double] {
        let encoding = Stopwatch()
        for draft in drafts {
            _ = try exportBin(of: draft)
        }
        let encodingSeconds = encoding.cpuSeconds
        var size = 0
        let whole = Stopwatch()
        for draft in drafts {
            size += try await archive(of: draft).count
        }
        let seconds = whole.cpuSeconds
        let count = drafts.reduce(0) { $0 + $1.keys.count }
        return [
            "keys": Double(count), "bytes_per_key": Double(size) / Double(count), "cpu_seconds": seconds,
            "sort_and_encode_seconds": encodingSeconds, "limit_seconds": try limit(),
        ]
    }

    /// Processor seconds of what the format demands: deflate by libdeflate, CRC-32, SHA-256 and one signature for each
    /// file.
    private func limit() throws -> Double {
        guard let compressor = libdeflate_alloc_compressor(6) else {
            preconditionFailure("no memory for libdeflate")
        }
        defer {
            libdeflate_free_compressor(compressor)
        }
        let key = P256.Signing.PrivateKey()
        let contents = try drafts.map(exportBin(of:))
        let capacity = libdeflate_deflate_compress_bound(compressor, contents.map(\.count).max() ?? 0)
        var output = [UInt8](repeating: 0, count: capacity)
        let watch = Stopwatch()
        for content in contents {
            _ = libdeflate_deflate_compress(compressor, content, content.count, &output, capacity)
            _ = libdeflate_crc32(0, content, content.count)
            _ = try key.signature(for: SHA256.hash(data: content))
        }
        return watch.cpuSeconds
    }
}
