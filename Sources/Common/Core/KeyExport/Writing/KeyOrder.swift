import ExposurePrimitives
import GAENCore

/// The order of keys in a file: by their bytes. The other fields order only equal keys, so the order of uploads never
/// shows.
enum KeyOrder {
    /// `keys` in the order of the file.
    static func sorted(_ keys: [DiagnosisKey]) -> [DiagnosisKey] {
        // A database gives keys in their order.
        isSorted(keys) ? keys : distributed(keys)
    }

    private static func isSorted(_ keys: [DiagnosisKey]) -> Bool {
        keys.indices.dropFirst().allSatisfy { !precedes(keys[$0], keys[$0 - 1]) }
    }

    /// The keys of phones are random, so their leading bits spread them evenly over as many buckets as there are keys.
    /// What is left to do for each key does not grow with their number. Keys that somebody chose may share a bucket,
    /// and are sorted by comparing.
    private static func distributed(_ keys: [DiagnosisKey]) -> [DiagnosisKey] {
        let bits = max(1, Int.bitWidth - keys.count.leadingZeroBitCount - 1)
        func bucket(of key: DiagnosisKey) -> Int {
            Int(truncatingIfNeeded: key.key.keyData.exposedWords.high >> UInt64(UInt64.bitWidth - bits))
        }
        // First the count of each bucket, then the end of its range, and once all its keys have come the start.
        var starts = [Int](repeating: 0, count: 1 << bits)
        for key in keys {
            starts[bucket(of: key)] += 1
        }
        var end = 0
        for bucket in starts.indices {
            end += starts[bucket]
            starts[bucket] = end
        }
        var sorted = keys
        for key in keys {
            let bucket = bucket(of: key)
            starts[bucket] -= 1
            sorted[starts[bucket]] = key
        }
        sortLargeBuckets(of: &sorted, starts: starts)
        sortByInsertion(&sorted)
        return sorted
    }

    private static func sortLargeBuckets(of keys: inout [DiagnosisKey], starts: [Int]) {
        var end = keys.count
        for start in starts.reversed() {
            if end - start > maxInsertion {
                keys[start..<end].sort(by: precedes)
            }
            end = start
        }
    }

    /// Sorts keys that are at most ``maxInsertion`` places away from theirs.
    private static func sortByInsertion(_ keys: inout [DiagnosisKey]) {
        for index in keys.indices.dropFirst() where precedes(keys[index], keys[index - 1]) {
            let key = keys[index]
            var place = index
            while place > 0, precedes(key, keys[place - 1]) {
                keys[place] = keys[place - 1]
                place -= 1
            }
            keys[place] = key
        }
    }

    /// Buckets with more keys are sorted before. Sorting by insertion takes the square of this number.
    private static let maxInsertion = 16

    @inline(__always)
    private static func precedes(_ lhs: DiagnosisKey, _ rhs: DiagnosisKey) -> Bool {
        let (left, right) = (lhs.key.keyData.exposedWords, rhs.key.keyData.exposedWords)
        if left.high != right.high {
            return left.high < right.high
        }
        if left.low != right.low {
            return left.low < right.low
        }
        return tieBreaker(lhs).lexicographicallyPrecedes(tieBreaker(rhs))
    }

    private static func tieBreaker(_ key: DiagnosisKey) -> [Int] {
        [
            Int(key.key.rollingStart.rawValue), key.key.rollingPeriod, key.transmissionRiskLevel,
            key.reportType?.rawValue ?? -1, key.daysSinceOnsetOfSymptoms ?? .min, key.variantOfConcern?.rawValue ?? -1,
        ]
    }
}
