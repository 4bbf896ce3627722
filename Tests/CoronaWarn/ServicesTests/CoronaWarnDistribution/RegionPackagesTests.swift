import CoronaWarnAPI
import CoronaWarnPackages
import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import Persistence
import Synchronization
import Testing

@testable import CoronaWarnDistribution

@Suite("The packages of a region")
struct RegionPackagesTests {
    private static let midnight = SampleDistribution.midnight

    /// Offers chunks whose periods end at these seconds after midnight. It counts the questions for all of them, and
    /// every other question fails.
    private final class CountingChunks: ChunkStore {
        let asked = Mutex(0)
        private let ends: [Int64]

        init(_ ends: [Int64]) {
            self.ends = ends
        }

        func offeredChunks(now: UnixTime, retention: Int64) async throws(StoreError) -> [PublishedChunk] {
            asked.withLock { $0 += 1 }
            return zip(1..., ends).map { index, end in
                let end = midnight.advanced(bySeconds: end)
                return PublishedChunk(index: index, periodEnd: end, objectName: "\(index)", size: 1, digest: [])
            }
        }

        private static let failure = StoreError.unavailable(reason: "another question")

        func planChunks(
            rules: ChunkRules,
            now: UnixTime,
            padding: @escaping @Sendable (PaddingRequest) -> [ChunkKey]
        ) async throws(StoreError) -> Int { throw Self.failure }
        func plannedChunks() async throws(StoreError) -> [PlannedChunk] { throw Self.failure }
        func content(ofChunk index: Int) async throws(StoreError) -> ChunkContent { throw Self.failure }
        func countries(ofChunk index: Int) async throws(StoreError) -> [TemporaryExposureKey.KeyData: KeyCountries] {
            throw Self.failure
        }
        func publish(_ chunk: PublishedChunk) async throws(StoreError) -> Bool { throw Self.failure }
        func offeredIndexes(now: UnixTime, retention: Int64) async throws(StoreError) -> ClosedRange<Int>? {
            throw Self.failure
        }
        func offeredChunk(
            _ index: Int,
            now: UnixTime,
            retention: Int64
        ) async throws(StoreError) -> PublishedChunk? { throw Self.failure }
        func deleteRetired(now: UnixTime, retention: Int64) async throws(StoreError) -> Int { throw Self.failure }
        func objectNames() async throws(StoreError) -> Set<String> { throw Self.failure }
    }

    @Test("are one question to each sequence, and the chunks of an hour are its batches")
    func questions() async throws {
        let (hours, days) = (CountingChunks([3600, 3600, 7200]), CountingChunks([0]))
        let packages = RegionPackages(of: SampleDistribution.own, hours: hours, days: days)
        let now = Self.midnight.advanced(bySeconds: 3 * 3600)
        let files = try await packages.files(now: now, life: PackageLife())
        let sample = SampleDistribution.self
        #expect(
            files.map(\.path) == [
                .hour(sample.own, sample.today, 0, batch: 1), .hour(sample.own, sample.today, 0, batch: 2),
                .hour(sample.own, sample.today, 1, batch: 1),
                .day(sample.own, sample.today.advanced(byDays: -1), batch: 1),
            ]
        )
        #expect(hours.asked.withLock(\.self) == 1)
        #expect(days.asked.withLock(\.self) == 1)
    }
}
