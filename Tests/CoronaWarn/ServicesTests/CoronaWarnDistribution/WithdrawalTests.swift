import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnDistribution
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import Persistence
import Synchronization
import Testing

@Suite("Withdrawn packages")
struct WithdrawalTests {
    private typealias Sample = SampleDistribution

    /// Records what is withdrawn.
    private final class Withdrawals: WithdrawalStore {
        let calls = Mutex<[String]>([])

        func withdrawKeys(
            ofChunk index: Int,
            in sequence: SequenceName,
            except unsound: Set<TemporaryExposureKey.KeyData>,
            from release: UnixTime
        ) async throws(StoreError) -> Int {
            calls.withLock { $0.append("\(sequence) \(index) \(unsound.count) \(release.seconds / 3600)") }
            return 1
        }
    }

    private static func withdrawal(of sample: Sample, in store: Withdrawals) -> PackageWithdrawal {
        let life = sample.configuration.life
        return PackageWithdrawal(of: sample.packages, store: store, life: life, clock: sample.clock)
    }

    @Test("a date that loses its only hour keeps an index, which is empty")
    func onlyHour() async throws {
        let sample = try await Sample.started()
        let hours = TreePath.hours(Sample.own, Sample.today)
        #expect(try await sample.index(hours) == "[0]")
        let files = try await Self.withdrawal(of: sample, in: Withdrawals()).files(at: sample.hour(0))
        sample.phones.change { $0.revokedPackages = files }
        _ = try await sample.job().run()
        #expect(try await sample.index(hours) == "[]")
        #expect(try await sample.statement(hours).emptyHours.isEmpty)
    }

    @Test("leave tree and index with all their files, and their keys wait again")
    func withdraws() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1", "distribution.max-keys": "2"])
        try await sample.store(0..<3, fromHour: 1)
        try await sample.run(atHour: 2)
        let store = Withdrawals()
        let withdrawal = Self.withdrawal(of: sample, in: store)
        #expect(try await withdrawal.files(at: sample.hour(9)).isEmpty)
        #expect(try await withdrawal.files(at: .versions).isEmpty)
        let files = try await withdrawal.files(at: sample.hour(1))
        #expect(files.count == 2 && files.allSatisfy { $0.region == "DE" && $0.hour == 1 })
        sample.phones.change { $0.revokedPackages = files }
        #expect(try await withdrawal.release(at: sample.hour(1), except: []) == 2)
        let hour = sample.clock.now().seconds / 3600
        #expect(store.calls.withLock { $0 } == ["de-hour 2 0 \(hour)", "de-hour 3 0 \(hour)"])
        _ = try await sample.job().run()
        for batch in 1...2 {
            #expect(try await sample.file(sample.hour(1, batch: batch).path) == nil)
        }
        #expect(try await sample.index(.hours(Sample.own, Sample.today)) == "[0]")
        #expect(try await sample.keys(sample.hour(1, of: .union)) != nil, "the union's own package stays")
        try await sample.run(atHour: 3)
        #expect(try await sample.index(.hours(Sample.own, Sample.today)) == "[0,2]", "it does not come back")
    }
}
