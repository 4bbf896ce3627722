import CGAENKernel
import ExposurePrimitives

/// A matcher that uses the processor's vector instructions: the same results as `DictionaryMatcher`, some thousand
/// times faster.
///
/// `docs/matching.md` describes how. One matcher holds a phone's sightings and can be used by many threads at once.
///
/// ```swift
/// let matcher = KernelMatcher(sightings: sightings)
/// for match in matcher.matches(of: publishedKeys) {
///     print(match.key.transmissionRiskLevel, match.sightings.count)
/// }
/// ```
public struct KernelMatcher: KeyMatcher {
    private let index: SightingIndex
    private let path: KernelPath

    /// - Parameter path: forces a path, which this processor must support.
    public init(sightings: some Sequence<Sighting>, path: KernelPath = .best) {
        precondition(path.isSupported, "this processor cannot take the path \(path.rawValue)")
        precondition(KernelLayout.isAsExpected, "this compiler lays out keys in another order than the kernel's")
        index = SightingIndex(sightings)
        self.path = path
    }

    /// The memory of the matcher in bytes. Matching also uses some dozen kilobytes of stack.
    public var size: Int { index.size }

    /// The matches among `keys`, in their order.
    ///
    /// Keys in contiguous storage, such as an array or a slice of one, are read in place. Other keys are copied some
    /// thousand at a time.
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

/// The hits of one key, before they become a match.
private struct KeyHits {
    let number: Int
    private let key: DiagnosisKey
    private let metadataKey: MetadataKey
    private var sightings: [MatchedSighting] = []

    init(number: Int, key: DiagnosisKey) {
        self.number = number
        self.key = key
        metadataKey = MetadataKey(of: key.key.keyData)
    }

    mutating func add(_ sighting: Sighting, inInterval offset: UInt32) {
        let interval = IntervalNumber(key.key.rollingStart.rawValue + offset)
        if MatchingTolerance.allows(sighting.time, for: interval) {
            sightings.append(MatchedSighting(sighting, in: interval, by: metadataKey))
        }
    }

    /// The match as a list; empty if no sighting is within the tolerance.
    var match: [Match] {
        sightings.isEmpty ? [] : [Match(key: key, inOrderOfTime: sightings)]
    }
}
