import CoronaWarnAPI
import ExposurePrimitives
import GAENCore

extension FuzzTarget {
    /// A batch of another authority. A server takes a million bytes.
    static let federation = FuzzTarget(
        "federation",
        maxSize: 8192,
        words: ["DE", "DK", "\u{2A}\u{02}DE", "\u{32}\u{02}DK", "\u{38}\u{01}", "\u{0A}\u{10}"],
        seeds: { [try sampleBatch(keyCount: 3), try sampleBatch(keyCount: 0)] },
        check: { bytes in
            guard let batch = try? FederationBatch(parsing: bytes) else {
                return false
            }
            try require(batch.keys.count <= FederationLimits.keys, "a batch has more keys than it may")
            for (first, second) in zip(batch.keys, batch.keys.dropFirst()) {
                try require(first.key.keyData < second.key.keyData, "keys are not sorted, or come twice")
            }
            for key in batch.keys {
                try require(key.visitedCountries.contains(batch.destination), "a key is not for the destination")
                try require(
                    SubmittedKey.transmissionRiskLevels.contains(key.level),
                    "a key has a level that does not exist"
                )
                try require(OnsetMeaning(code: key.onset.code) == key.onset, "a code reads back otherwise")
            }
            try require(FederationBatch(parsing: batch.exposedBody()) == batch, "a batch reads back otherwise")
            return true
        }
    )

    private static func sampleBatch(keyCount: UInt8) throws -> [UInt8] {
        let countries = ["DE", "DK"].compactMap { RegionCode($0) }
        let start = IntervalNumber(clamping: FuzzMoment.now).startOfDay
        let keys = try (0..<keyCount).map { number in
            FederatedKey(
                key: try TemporaryExposureKey(
                    keyData: .init([UInt8](repeating: number, count: 16)),
                    rollingStart: start,
                    rollingPeriod: 144
                ),
                transmissionRiskLevel: Int(number) + 1,
                visitedCountries: Set(countries),
                reportType: .confirmedTest,
                onset: .range(length: 7, daysSinceEnd: -2)
            )
        }
        return FederationBatch(origin: countries[0], destination: countries[1], number: 1, keys: keys).exposedBody()
    }
}
