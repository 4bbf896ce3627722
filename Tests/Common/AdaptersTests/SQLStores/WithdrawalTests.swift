import DatabaseTesting
import SQLEngine
import SQLStores
import SQLiteTesting
import StoreConformance
import Testing

@Suite("Withdrawn chunks and waiting keys")
struct WithdrawalTests {
    private static func withdrawals(_ database: any SQLDatabase) -> WithdrawalConformance.Subject {
        .init(SQLWithdrawals(database), on: database.exposureStores())
    }

    private static func waiting(_ database: any SQLDatabase) -> WaitingKeyConformance.Subject {
        .init(SQLWaitingKeys(database), on: database.exposureStores())
    }

    @Test("conform to their ports", arguments: TestEngine.all)
    func conform(engine: TestEngine) async throws {
        try await engine.with { make async throws in
            #expect(await WithdrawalConformance.checks.violations { Self.withdrawals(try make(.exposure)) } == [])
            #expect(await WaitingKeyConformance.checks.violations { Self.waiting(try make(.exposure)) } == [])
        }
    }

    @Test("the checks find each planted mistake of withdrawals by its own rule")
    func withdrawalMistakes() async {
        let overlooked = await WithdrawalConformance.checks.overlooked(ExposureFaults.withdrawals) {
            Self.withdrawals(try await TemporaryDatabase(.exposure, fault: $0))
        }
        #expect(overlooked == [])
    }

    @Test("the checks find each planted mistake of counts by its own rule")
    func waitingMistakes() async {
        let overlooked = await WaitingKeyConformance.checks.overlooked(ExposureFaults.waitingKeys) {
            Self.waiting(try await TemporaryDatabase(.exposure, fault: $0))
        }
        #expect(overlooked == [])
    }
}
