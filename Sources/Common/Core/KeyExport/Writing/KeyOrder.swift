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

    /// The time for each key does not grow with their number, unless somebody chose keys that share a bucket.
    private static func distributed(_ keys: [DiagnosisKey]) -> [DiagnosisKey] {
        let buckets = Buckets(of: keys)
        // First the count of each bucket, then the end of its range, and once all its keys have come the start.
        var starts = [Int](repeating: 0, count: buckets.count)
        for key in keys {
            starts[buckets.index(of: key)] += 1
        }
        var end = 0
        for bucket in starts.indices {
            end += starts[bucket]
            starts[bucket] = end
        }
        var sorted = keys
        for key in keys {
            let bucket = buckets.index(of: key)
            starts[bucket] -= 1
            sorted[starts[bucket]] = key
        }
        sortLargeBuckets(of: &sorted, starts: starts)
        sortByInsertion(&sorted)
        return sorted
    }

    /// Equal parts of the range of some keys, about as many as keys. The keys of phones are random, and those of a
    /// batch are random in its range, so a part has few of them.
    private struct Buckets {
        let count: Int
        private let first: UInt64
        private let shift: UInt64

        init(of keys: [DiagnosisKey]) {
            var (first, last) = (UInt64.max, UInt64.min)
            for key in keys {
                let word = key.key.keyData.exposedWords.high
                first = min(first, word)
                last = max(last, word)
            }
            let bits = max(1, Int.bitWidth - keys.count.leadingZeroBitCount - 1)
            count = 1 << bits
            self.first = first
            shift = UInt64(max(0, UInt64.bitWidth - (last - first).leadingZeroBitCount - bits))
        }

        func index(of key: DiagnosisKey) -> Int {
            Int(truncatingIfNeeded: (key.key.keyData.exposedWords.high - first) >> shift)
        }
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
