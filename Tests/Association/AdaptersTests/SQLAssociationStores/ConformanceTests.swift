import AssociationPorts
import AssociationStoreConformance
import DatabaseTesting
import SQLAssociationStores
import SQLiteTesting
import StoreConformance
import Testing

@Suite("The authority's stores")
struct ConformanceTests {
    private static let checks =
        AccountConformance.checks + CodeConformance.checks + ReportConformance.checks + InboxConformance.checks
        + AlertConformance.checks + CaseConformance.checks + ForwardingConformance.checks + BoxConformance.checks
    private static let faults = [CodeFaults.all, ReportFaults.all, CaseFaults.all].reduce(AccountFaults.all) {
        $0.merging($1) { $1 }
    }

    @Test("conform to their ports", arguments: TestEngine.all)
    func ports(engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await Self.checks.violations {
                try make(.association).associationStores(indexes: make(.associationIndex))
            }
            #expect(violations == [])
        }
    }

    @Test("each rule finds each mistake that is planted for it", arguments: checks)
    func faults(check: RuleCheck<AssociationStoreSet>) async throws {
        let faults = [check.rule: try #require(Self.faults[check.rule])]
        #expect(await [check].overlooked(faults) { try await .temporary(fault: $0) } == [])
    }

    @Test("each planted mistake has a rule")
    func rules() { #expect(Set(Self.faults.keys) == Set(Self.checks.map(\.rule))) }
}
