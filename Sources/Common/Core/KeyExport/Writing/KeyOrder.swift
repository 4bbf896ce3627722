import ExposurePrimitives
import GAENCore

/// The order of keys in a file: by their bytes. The other fields order only equal keys, so the order of uploads never
/// shows.
enum KeyOrder {
    /// The indices of `keys` in the order of the file.
    static func indices(of keys: [DiagnosisKey]) -> [Int] {
        var entries: [Entry] = []
        entries.reserveCapacity(keys.count)
        for (index, key) in keys.enumerated() {
            let words = key.key.keyData.exposedWords
            entries.append(Entry(high: words.high, low: words.low, index: index))
        }
        // Sorting small values of fixed size moves half as many bytes as sorting the keys themselves.
        entries.sort { lhs, rhs in
            if lhs.high != rhs.high {
                return lhs.high < rhs.high
            }
            if lhs.low != rhs.low {
                return lhs.low < rhs.low
            }
            return tieBreaker(keys[lhs.index]).lexicographicallyPrecedes(tieBreaker(keys[rhs.index]))
        }
        return entries.map(\.index)
    }

    private struct Entry {
        let high: UInt64
        let low: UInt64
        let index: Int
    }

    private static func tieBreaker(_ key: DiagnosisKey) -> [Int] {
        [
            Int(key.key.rollingStart.rawValue), key.key.rollingPeriod, key.transmissionRiskLevel,
            key.reportType?.rawValue ?? -1, key.daysSinceOnsetOfSymptoms ?? .min, key.variantOfConcern?.rawValue ?? -1,
        ]
    }
}
