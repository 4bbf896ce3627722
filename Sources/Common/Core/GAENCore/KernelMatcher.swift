import CGAENKernel
import ExposurePrimitives

/// Matches at the speed of the processor: the same results as `DictionaryMatcher`, some thousand times faster.
///
/// docs/matching.md tells how. Made once for a phone's sightings, it may be used by many threads at once.
public struct KernelMatcher: KeyMatcher {
    private let index: SightingIndex
    private let path: KernelPath

    /// - Parameter path: to force one; it must be supported by this processor.
    public init(sightings: some Sequence<Sighting>, path: KernelPath = .best) {
        precondition(path.isSupported, "this processor cannot take the path \(path.rawValue)")
        precondition(KernelLayout.isAsExpected, "this compiler lays out keys in another order than the kernel's")
        index = SightingIndex(sightings)
        self.path = path
    }

    /// What the matcher occupies, in bytes; matching takes no more than some dozen kilobytes of stack beside it.
    public var size: Int { index.size }

    /// The matches among `keys`, in their order. Keys in contiguous storage, as of an array or a slice of one, are read
    /// where they are; others are copied some thousand at a time.
    public func matches(of keys: some Sequence<DiagnosisKey>) -> [Match] {
        keys.withContiguousStorageIfAvailable { unsafe matches(in: $0) } ?? matches(copying: keys)
    }

    private func matches(copying keys: some Sequence<DiagnosisKey>) -> [Match] {
        var matches: [Match] = []
        var block: [DiagnosisKey] = []
        for key in keys {
            block.append(key)
            if block.count == Self.copiedBlock {
                matches += self.matches(of: block)
                block.removeAll(keepingCapacity: true)
            }
        }
        return matches + self.matches(of: block)
    }

    private func matches(in keys: UnsafeBufferPointer<DiagnosisKey>) -> [Match] {
        guard !index.isEmpty else {
            return []
        }
        var matches: [Match] = []
        var current: KeyHits?
        unsafe index.forEachHit(of: keys, by: path) { hit in
            let number = Int(hit.key)
            if current?.number != number {
                matches += current?.match ?? []
                current = KeyHits(number: number, key: unsafe keys[number])
            }
            index.forEachSighting(ofEntry: hit.entry) { current?.add($0, inInterval: hit.interval) }
        }
        return matches + (current?.match ?? [])
    }

    private static let copiedBlock = 4096
}

/// The hits of one key, on their way to a match.
private struct KeyHits {
    let number: Int
    private let key: DiagnosisKey
    private let derived: DerivedKeys
    private var sightings: [MatchedSighting] = []

    init(number: Int, key: DiagnosisKey) {
        self.number = number
        self.key = key
        derived = DerivedKeys(of: key.key.keyData)
    }

    mutating func add(_ sighting: Sighting, inInterval offset: UInt32) {
        let interval = IntervalNumber(key.key.rollingStart.rawValue + offset)
        if MatchingTolerance.allows(sighting.time, for: interval) {
            sightings.append(MatchedSighting(sighting, in: interval, by: derived))
        }
    }

    /// Empty where no sighting was within the tolerance.
    var match: [Match] {
        sightings.isEmpty ? [] : [Match(key: key, inOrderOfTime: sightings)]
    }
}
