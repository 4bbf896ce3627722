import AnalyticsStoreConformance
import DatabaseTesting
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLEngine
import Testing
@testable import SQLiteEngine
@testable import SQLAnalyticsStores
@testable import SQLStores

@Suite("The Analytics Service's database in SQLite")
struct SQLiteAnalyticsTests {
    @Test("conforms to the ports", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make in
            let conformance = AnalyticsConformance {
                try AnalyticsStoreHandles(analytics: make(.analytics), exposures: make(.exposure))
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("the checks pass on the reference")
    func referenceConforms() async {
        let conformance = AnalyticsConformance { InMemoryAnalyticsStores().stores }
        #expect(await conformance.violations() == [])
    }

    @Test(
        "the checks find each planted fault by its own rule",
        arguments: [
            (InMemoryAnalyticsStores.Fault.countsAThird, "a token gives two uploads with and two without"),
            (.letsOthersWin, "of thirty uploads at once with one token"),
            (.sharesTheKinds, "a token gives two uploads with and two without"),
            (.takesTokensTooLong, "a token is valid in the month"),
            (.takesTokensTooEarly, "a token is valid in the month"),
            (.spendsRefusedUploads, "a binding counts once"),
            (.forgetsBindings, "of thirty uploads at once with one binding"),
            (.forgetsBindingsEarly, "a binding is remembered until its expiry, inclusive"),
            (.burnsInRehearsals, "a rehearsal leaves nothing behind"),
            (.mixesThePlatforms, "every fact and the day make a count"),
            (.losesTheDate, "every fact and the day make a count"),
            (.deletesTheOldestDay, "days before the oldest are forgotten"),
            (.keepsTwice, "an entry is kept once"),
            (.keepsTheOld, "entries before the oldest day"),
            (.emptiesTheInbox, "the inbox gives its entries"),
        ]
    )
    func faultsAreFound(fault: InMemoryAnalyticsStores.Fault, rule: String) async {
        let conformance = AnalyticsConformance { InMemoryAnalyticsStores(fault: fault).stores }
        var violations: [String] = []
        // A fault of two concurrent calls appears only if they really overlap, which the machine's scheduler decides.
        for _ in 0..<100 where !violations.contains(where: { $0.hasPrefix(rule) }) {
            violations = await conformance.violations()
        }
        #expect(violations.contains { $0.hasPrefix(rule) }, "\(violations)")
    }
}

extension AnalyticsStoreHandles {
    /// The stores that the conformance checks use.
    init(analytics: any SQLDatabase, exposures: any SQLDatabase) {
        self.init(
            operational: SQLOperationalInfo(analytics),
            tokens: SQLAnalyticsTokens(analytics),
            epidemiological: SQLEpidemiologicalInfo(analytics),
            inbox: SQLAnalyticsInbox(exposures),
            authorise: { token, month in
                try await analytics.write { db in try SQLAnalyticsTokens.authorise(token, in: month, db) }
            },
            receive: { entry in
                try await exposures.write { db in
                    try db.execute(
                        sql: "INSERT INTO analytics_inbox VALUES (?, ?, ?, ?)",
                        arguments: [
                            Data(entry.identifier.bytes), entry.receivedOn.daysSinceEpoch, entry.area,
                            Data(entry.content),
                        ]
                    )
                }
            }
        )
    }
}
