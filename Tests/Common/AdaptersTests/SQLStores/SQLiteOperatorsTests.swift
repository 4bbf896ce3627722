import DatabaseTesting
import ExposurePrimitives
import OperatorStores
import Persistence
import SQLEngine
import SQLiteTesting
import StoreConformance
import Testing
@testable import SQLStores

@Suite("Operators' accounts in SQLite")
struct SQLiteOperatorsTests {
    @Test("conform to the port", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make async throws in
            #expect(await OperatorConformance.checks.violations { SQLOperators(try make(.operators)) } == [])
        }
    }

    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let overlooked = await OperatorConformance.checks.overlooked(OperatorFaults.all) {
            SQLOperators(try await TemporaryDatabase(.operators, fault: $0))
        }
        #expect(overlooked == [])
    }

    @Test("the audit log is never changed, and a password's hash is never printed")
    func appendOnly() async throws {
        let database = try await TemporaryDatabase(.operators)
        let name = try #require(OperatorName("anna"))
        let hash = PasswordHash(
            cost: 2,
            blockSize: 1,
            parallelism: 1,
            salt: Array(repeating: 77, count: 16),
            output: Array(repeating: 78, count: 32)
        )
        let account = OperatorAccount(
            name: name,
            roles: [OperatorRole(rawValue: "hotline")],
            password: hash,
            createdAt: UnixTime(0)
        )
        #expect(try await SQLOperators(database).create(account))
        await #expect(throws: StoreError.self) {
            try await database.write { db in try db.execute(sql: "UPDATE operator_audit SET at = 1") }
        }
        var dumped = ""
        dump(account, to: &dumped)
        for number in ["77", "78"] {
            #expect(!(dumped + "\(account)").contains(number))
        }
    }
}
