import CGAENKernel
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

// libFuzzer's own loop: SwiftPM renames `main`, so it is called by name.
@_silgen_name("LLVMFuzzerRunDriver")
func LLVMFuzzerRunDriver(
    _: UnsafeMutablePointer<CInt>,
    _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Feeds what libFuzzer makes up to the reader of exports and to the kernel; the first byte says to which.
///
/// What must not be ends the process (`fatalError`): that is how libFuzzer learns of a finding and keeps its input.
///
/// `seeds FOLDER` in the place of libFuzzer's arguments writes inputs to begin with.
@main
struct MatchingFuzz {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "seeds", let folder = CommandLine.arguments.last {
            return try writeSeeds(to: URL(filePath: folder))
        }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                let input = Array(UnsafeBufferPointer(start: start, count: count))
                if let kind = input.first {
                    kind % 2 == 0 ? ExportFuzz.run(Array(input.dropFirst())) : KernelFuzz.run(Array(input.dropFirst()))
                }
                return 0
            }
        )
    }

    private static func writeSeeds(to folder: URL) throws {
        var generator = SeededGenerator(seed: 1)
        let keys = try (0..<5).map { number in
            DiagnosisKey(
                key: try TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(2_656_800),
                    rollingPeriod: 144 - number
                ),
                transmissionRiskLevel: number,
                reportType: .confirmedTest,
                daysSinceOnsetOfSymptoms: number - 2
            )
        }
        let metadata = try ExportMetadata(start: UnixTime(0), end: UnixTime(600), region: "222")
        let draft = ExportDraft(metadata: metadata, keys: keys, revisedKeys: [keys[0]])
        let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        let exportBin = try ExportWriter.exportBin(of: draft, signatureInfos: [info])
        let exportSig = try ExportWriter.exportSig(for: metadata, signatures: [(info, [0x30, 0])])
        let zip = try ExportWriter.archive(exportBin: exportBin, exportSig: exportSig)
        let kernel = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for (name, bytes) in [("bin", [0] + exportBin), ("zip", [0] + zip), ("kernel", [1] + kernel)] {
            try Data(bytes).write(to: folder.appending(path: name))
        }
    }
}

/// Whatever the bytes, an export is read or refused, and what it says of itself is so.
enum ExportFuzz {
    static func run(_ bytes: [UInt8]) {
        guard let archive = try? ExportArchive(bytes) else {
            return
        }
        if let contents = try? archive.unverified().contents {
            guard let keys = try? contents.allKeys(), keys.keys.count == contents.keyCount,
                keys.revisedKeys.count == contents.revisedKeyCount
            else {
                fatalError("an export that was read once is not read again alike")
            }
        }
        guard let verifier, (try? archive.verified(by: verifier)) == nil else {
            fatalError("an export that nobody signed was verified")
        }
    }

    /// Of a key that signs nothing here: the example of RFC 6979, A.2.5.
    private static let verifier: ExportVerifier? = {
        let point =
            "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
            + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
        let prefix = "3059301306072a8648ce3d020106082a8648ce3d030107034200"
        guard let der = Hex.decode(prefix + point) else {
            return nil
        }
        return try? ExportVerifier(keys: [ExportVerificationKey(Data(der).base64EncodedString())])
    }()
}

/// Whatever the records, their length and their address, all paths find the same, however small the buffer.
enum KernelFuzz {
    static func run(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else {
            return
        }
        let stride = 32 + Int(bytes[0] % 40)
        let capacity = 1 + Int(bytes[1])
        var records = Array(bytes.dropFirst(2))
        let count = records.count >= 32 ? (records.count - 32) / stride + 1 : 0
        if bytes[0] < 128 {
            // Eight random bytes are hardly ever a period: make one near the range of those that are.
            for period in Swift.stride(from: 24, to: records.count - 7, by: stride) {
                let value = Int64(records[period]) - 50
                withUnsafeBytes(of: value) { records.replaceSubrange(period..<period + 8, with: $0) }
            }
        }
        let expected = hits(records, stride, count, .portable, capacity: 1 << 16)
        for path in KernelPath.allCases where path.isSupported {
            guard hits(records, stride, count, path, capacity: capacity) == expected else {
                fatalError("\(path.rawValue) finds something else")
            }
        }
    }

    /// The identifiers of the first records are the sightings, as far as those records are keys.
    private static func hits(
        _ records: [UInt8],
        _ stride: Int,
        _ count: Int,
        _ path: KernelPath,
        capacity: Int
    ) -> [[UInt32]] {
        records.withUnsafeBytes { buffer in
            let sightings = (0..<min(count, 3)).flatMap { identifiers(of: buffer, at: $0 * stride) }
            let index = gaen_index_create(sightings, MemoryLayout<gaen_bytes16>.stride, sightings.count)
            defer {
                gaen_index_destroy(index)
            }
            var position = gaen_position()
            var found: [[UInt32]] = []
            var hits = [gaen_hit](repeating: gaen_hit(), count: capacity)
            while position.key < count {
                let written = gaen_match(
                    index,
                    kernelPath(path),
                    buffer.baseAddress,
                    stride,
                    count,
                    &position,
                    &hits,
                    capacity
                )
                found += hits[..<written].map { [$0.key, $0.interval, gaen_index_number(index, $0.entry)] }
            }
            return found
        }
    }

    private static func identifiers(of records: UnsafeRawBufferPointer, at offset: Int) -> [gaen_bytes16] {
        let record = records.loadUnaligned(fromByteOffset: offset, as: gaen_key.self)
        let start = IntervalNumber(record.rolling_start)
        let data = TemporaryExposureKey.KeyData(Bytes16(words: (record.data.high, record.data.low)))
        let key = try? TemporaryExposureKey(
            keyData: data,
            rollingStart: start,
            rollingPeriod: Int(clamping: record.rolling_period)
        )
        return key?.identifiers().map { gaen_bytes16(high: $1.value.words.high, low: $1.value.words.low) } ?? []
    }

    private static func kernelPath(_ path: KernelPath) -> gaen_path {
        switch path {
        case .portable: GAEN_PATH_PORTABLE
        case .x86AESSHA: GAEN_PATH_X86_AES_SHA
        case .x86AVX512: GAEN_PATH_X86_AVX512
        case .armCrypto: GAEN_PATH_ARM_CRYPTO
        }
    }
}
