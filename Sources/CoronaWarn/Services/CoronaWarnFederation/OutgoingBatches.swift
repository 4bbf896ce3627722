package import ClockPorts
package import CoronaWarnAPI
import CoronaWarnServing
package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import MessageSignatures
package import Persistence

/// The batches for other countries. The key store decides once which keys a batch has, in a sequence for each country.
///
/// A batch is written from its rows whenever a partner asks for it, so no file holds its keys.
package struct OutgoingBatches: Sendable {
    private let origin: RegionCode
    private let sequences: [RegionCode: any ChunkStore]
    private let rules: ChunkRules
    private let clock: any TrustedClock
    private let steps: any StepObserver

    /// - Parameter sequences: by country, those of `SequenceName.batches(for:)`.
    package init(
        from origin: RegionCode,
        sequences: [RegionCode: any ChunkStore],
        rules: ChunkRules,
        clock: any TrustedClock,
        steps: any StepObserver = NoStepObserver()
    ) {
        self.origin = origin
        self.sequences = sequences
        self.rules = rules
        self.clock = clock
        self.steps = steps
    }

    /// Makes the batches that are due, and offers them. Each step may be repeated, also by two processes at once.
    ///
    /// Throws `ClockHold` without any change while the clock is not trusted.
    ///
    /// - Returns: the number of new batches.
    package func makeDue() async throws -> Int {
        var count = 0
        for (country, chunks) in sequences.sorted(by: { $0.key < $1.key }) {
            if try await chunks.planChunks(rules: rules, now: try await clock.trustedNow()) > 0 {
                steps.reached(.batchChosen)
            }
            for chunk in try await chunks.plannedChunks() {
                let content = try await batch(chunk.index, for: country, in: chunks).exposedBody()
                let isOffered = try await chunks.publish(
                    PublishedChunk(
                        index: chunk.index,
                        periodEnd: chunk.periodEnd,
                        objectName: "\(SequenceName.batches(for: country))/\(chunk.index)",
                        size: content.count,
                        digest: ContentDigest(of: content).bytes
                    )
                )
                if isOffered {
                    steps.reached(.indexAdvanced)
                    count += 1
                }
            }
        }
        return count
    }

    /// The first batch for a country after a number; nil if there is none yet.
    ///
    /// - Throws: `unknown` for a number after all that are on offer. The partner then knows a batch that this server
    ///   has forgotten, as after the restore of a back-up, and must be told so.
    func batch(after number: Int, for country: RegionCode) async throws -> FederationBatch? {
        let now = clock.latestTrusted()
        guard let chunks = sequences[country],
            let offered = try await chunks.offeredIndexes(now: now, retention: rules.retention),
            number != offered.upperBound
        else {
            return nil
        }
        guard number < offered.upperBound else {
            throw CoronaWarnError.unknown
        }
        return try await batch(max(number + 1, offered.lowerBound), for: country, in: chunks)
    }

    /// A batch without the keys whose retention has ended since it was decided.
    private func batch(
        _ number: Int,
        for country: RegionCode,
        in chunks: any ChunkStore
    ) async throws -> FederationBatch {
        let now = clock.latestTrusted()
        let visited = try await chunks.countries(ofChunk: number)
        let keys = try await chunks.keys(ofChunk: number).compactMap { stored -> FederatedKey? in
            guard now.seconds(since: stored.key.windowEnd) < rules.retention,
                let countries = visited[stored.key.keyData],
                let onset = stored.daysSinceOnsetOfSymptoms.flatMap({ OnsetMeaning(code: $0) })
            else {
                return nil
            }
            return FederatedKey(
                key: stored.key,
                transmissionRiskLevel: stored.transmissionRiskLevel,
                visitedCountries: Set(countries.visited.compactMap { RegionCode($0.description) }),
                reportType: stored.reportType ?? .confirmedTest,
                onset: onset
            )
        }
        return FederationBatch(origin: origin, destination: country, number: number, keys: keys)
    }
}
