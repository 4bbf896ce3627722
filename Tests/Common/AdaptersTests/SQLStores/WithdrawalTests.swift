import DatabaseTesting
import ExposureTesting
import Foundation
import SQLEngine
import SQLStores
import SQLiteEngine
import StoreConformance
import Testing

@Suite("Withdrawn chunks and waiting keys")
struct WithdrawalTests {
    private static func withdrawals(
        fault: InMemoryWithdrawals.Fault? = nil
    ) -> @Sendable () async throws -> WithdrawalConformance.Subject {
        {
            let database = InMemoryExposureStores()
            return .init(InMemoryWithdrawals(database, fault: fault), on: database.stores)
        }
    }

    private static func waiting(
        fault: InMemoryWaitingKeys.Fault? = nil
    ) -> @Sendable () async throws -> WaitingKeyConformance.Subject {
        {
            let database = InMemoryExposureStores()
            return .init(InMemoryWaitingKeys(database, fault: fault), on: database.stores)
        }
    }

    @Test("conform to their ports", arguments: TestEngine.all)
    func conform(engine: TestEngine) async throws {
        try await engine.with { make in
            let withdrawals = WithdrawalConformance {
                let database = try make(.exposure)
                return .init(SQLWithdrawals(database), on: database.exposureStores())
            }
            #expect(await withdrawals.violations() == [])
            let waiting = WaitingKeyConformance {
                let database = try make(.exposure)
                return .init(SQLWaitingKeys(database), on: database.exposureStores())
            }
            #expect(await waiting.violations() == [])
        }
    }

    @Test("the checks pass on the references")
    func references() async {
        #expect(await WithdrawalConformance(makeSubject: Self.withdrawals()).violations() == [])
        #expect(await WaitingKeyConformance(makeSubject: Self.waiting()).violations() == [])
    }

    @Test("the checks find each planted fault of withdrawals", arguments: InMemoryWithdrawals.Fault.allCases)
    func withdrawalFaults(fault: InMemoryWithdrawals.Fault) async {
        #expect(await !WithdrawalConformance(makeSubject: Self.withdrawals(fault: fault)).violations().isEmpty)
    }

    @Test("the checks find each planted fault of counts", arguments: InMemoryWaitingKeys.Fault.allCases)
    func waitingFaults(fault: InMemoryWaitingKeys.Fault) async {
        #expect(await !WaitingKeyConformance(makeSubject: Self.waiting(fault: fault)).violations().isEmpty)
    }
}
