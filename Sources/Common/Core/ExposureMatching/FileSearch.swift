import GAENCore
import KeyExport

/// Matches the keys of one file, batch by batch.
struct FileSearch {
    private let matcher: any KeyMatcher
    private let progress: ProgressCounter
    /// The number of matched sightings that may still be found.
    private var room: Int
    private var keysUntilYield = Self.keysBetweenYields

    init(_ matcher: any KeyMatcher, room: Int, _ progress: ProgressCounter) {
        self.matcher = matcher
        self.room = room
        self.progress = progress
    }

    /// - Throws: `TooManyMatches`, and `CancellationError` if the task was cancelled.
    mutating func findings(in batch: KeyBatch) async throws -> [Finding] {
        try Task.checkCancellation()
        let found = try findings(in: batch.keys, areRevised: false) + findings(in: batch.revisedKeys, areRevised: true)
        let count = batch.keys.count + batch.revisedKeys.count
        progress.add { $0.keys += count }
        keysUntilYield -= count
        if keysUntilYield <= 0 {
            keysUntilYield = Self.keysBetweenYields
            await Task.yield()
        }
        return found
    }

    private mutating func findings(in keys: [DiagnosisKey], areRevised: Bool) throws(TooManyMatches) -> [Finding] {
        var found: [Finding] = []
        for start in stride(from: 0, to: keys.count, by: Self.step) {
            for match in matcher.matches(of: keys[start..<min(start + Self.step, keys.count)]) {
                room -= match.sightings.count
                found.append(Finding(match: match, isRevised: areRevised))
            }
            guard room >= 0 else {
                throw TooManyMatches()
            }
        }
        return found
    }

    /// The number of keys that are matched before their matches are counted. It is small because each key may explain
    /// every sighting.
    static let step = 64

    /// The number of keys after which the task yields: some milliseconds of work.
    ///
    /// A task that yields often moves to another core, whose caches do not hold the index.
    private static let keysBetweenYields = 16_384
}

/// More sightings match than may wait for a file's signature.
struct TooManyMatches: Error {}

struct Finding {
    let match: Match
    let isRevised: Bool
}
