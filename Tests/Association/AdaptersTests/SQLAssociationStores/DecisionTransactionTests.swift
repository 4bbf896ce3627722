import AssociationPorts
import AssociationStoreConformance
import ExposurePrimitives
import Foundation
import Persistence
import SQLAssociationStores
import SQLEngine
import SQLiteTesting
import Testing

@Suite("A decision is one transaction")
struct DecisionTransactionTests {
    /// The database refuses the second alert, as it would if the disk were full.
    @Test("a decision that stops between its alerts leaves a waiting case without alerts, and happens once later")
    func interruption() async throws {
        let database = try await TemporaryDatabase(.association)
        let stores = database.associationStores(indexes: try await TemporaryDatabase(.associationIndex))
        let (limits, now) = (AssociationSamples.limits(10), AssociationSamples.now)
        _ = try await stores.accounts.register(AssociationSamples.new(1), limits: limits, now: now)
        let id = AssociationSamples.caseID(7)
        try await database.write { db throws in
            try db.execute(
                sql: "INSERT INTO report_case (case_id, completed_in) VALUES (?, ?)",
                arguments: [Data(id.bytes.bytes), now.seconds / 3600]
            )
            try db.execute(
                sql: """
                    CREATE TRIGGER full BEFORE INSERT ON exposure_alert
                    WHEN (SELECT count(*) FROM exposure_alert) = 1 BEGIN SELECT RAISE(ABORT, 'full'); END
                    """
            )
        }
        let alerts = try (1...2).map { try AssociationSamples.alert(for: 1, daysAgo: $0) }
        let decision = CaseDecision(id, from: .waiting, people: 1, alerts: alerts)
        await #expect(throws: StoreError.self) { try await stores.cases.decide(decision, limits: .usual, now: now) }
        #expect(try await stores.cases.cases(.waiting, limit: 10).map(\.id) == [id])
        #expect(try await stores.alerts.alerts(for: alerts[0].registration, now: now) == [])
        try await database.write { db throws in try db.execute(sql: "DROP TRIGGER full") }
        let outcome = try await stores.cases.decide(decision, limits: .usual, now: now)
        #expect(outcome == DecisionOutcome(added: 2))
        #expect(try await stores.alerts.alerts(for: alerts[0].registration, now: now) == alerts.map(\.alert))
        #expect(try await stores.cases.decide(decision, limits: .usual, now: now) == nil)
    }
}
