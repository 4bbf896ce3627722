import CGAENKernel
import ExposurePrimitives
import GAENCore

extension FuzzTarget {
    /// Records of keys in memory: all paths of the matching kernel find the same, however long a record is, wherever it
    /// lies, and however small the buffer of hits.
    static let kernel = FuzzTarget(
        "kernel",
        maxSize: 512,
        seeds: { [(0..<200).map { UInt8(truncatingIfNeeded: $0 * 7) }] },
        check: { bytes in
            guard bytes.count >= 4 else {
                return false
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
            let expected = hits(records, stride, count, .portable, capacity: 1 << 10)
            for path in KernelPath.allCases where path.isSupported {
                let found = hits(records, stride, count, path, capacity: capacity)
                try require(found == expected, "\(path.rawValue) finds something else")
            }
            return true
        }
    )

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
