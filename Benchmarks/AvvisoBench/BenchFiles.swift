import ArgumentParser
import CDeflate
import Crypto
import ExposureMatching
import Foundation
import KeyExport

/// The signed files of a folder that `export-files` filled.
struct BenchFiles {
    let paths: [URL]
    let verifier: ExportVerifier

    init(folder: String) throws {
        let folder = URL(filePath: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".zip") }
        paths = names.map { folder.appending(path: $0) }
        let key = try String(contentsOf: folder.appending(path: "key.pem"), encoding: .utf8)
        verifier = try ExportVerifier(keys: [ExportVerificationKey(key)])
    }

    var sources: [ExportSource] {
        paths.map { path in ExportSource(name: path.lastPathComponent) { try Self.bytes(of: path) } }
    }

    static func bytes(of path: URL) throws -> [UInt8] {
        Array(try Data(contentsOf: path, options: .alwaysMapped))
    }
}

/// What signed files need at least, besides the matching: inflating by libdeflate, CRC-32, SHA-256, one signature each.
struct FileLimits {
    private let streams: [(compressed: [UInt8], size: Int)]
    private let key = P256.Signing.PrivateKey()

    init(_ files: BenchFiles) throws {
        streams = try files.paths.map { try Self.exportBin(in: BenchFiles.bytes(of: $0)) }
    }

    /// Processor seconds for all files.
    func seconds() throws -> Double {
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw ValidationError("no memory for libdeflate")
        }
        defer {
            libdeflate_free_decompressor(decompressor)
        }
        var content = [UInt8](repeating: 0, count: streams.map(\.size).max() ?? 0)
        let signature = try key.signature(for: SHA256.hash(data: content))
        let watch = Stopwatch()
        for (compressed, size) in streams {
            let result = libdeflate_deflate_decompress(decompressor, compressed, compressed.count, &content, size, nil)
            guard result == LIBDEFLATE_SUCCESS, libdeflate_crc32(0, content, size) != 0 else {
                throw ValidationError("a file of export-files cannot be inflated")
            }
            _ = key.publicKey.isValidSignature(signature, for: SHA256.hash(data: content[..<size]))
        }
        return watch.cpuSeconds
    }

    /// The first entry of a zip of ours, which states its sizes in front (PKWARE APPNOTE.TXT 4.3.7).
    private static func exportBin(in zip: [UInt8]) -> (compressed: [UInt8], size: Int) {
        func number(at offset: Int, bytes: Int) -> Int {
            zip[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let start = 30 + number(at: 26, bytes: 2) + number(at: 28, bytes: 2)
        return (Array(zip[start..<start + number(at: 18, bytes: 4)]), number(at: 22, bytes: 4))
    }
}
