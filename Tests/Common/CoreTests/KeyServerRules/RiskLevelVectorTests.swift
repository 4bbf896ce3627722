import KeyServerRules
import Testing

@Suite("Risk levels of keys by their distance from onset")
struct RiskLevelVectorTests {
    @Test("the default risk levels are Immuni's: 8 from two days before onset")
    func riskLevels() throws {
        #expect([-3, -2, 14, 100].map(RiskLevelVector.uniform.level(daysSinceOnset:)) == [nil, 8, 8, 8])
        #expect(try RiskLevelVector(text: RiskLevelVector.uniform.text) == .uniform)
        #expect(try RiskLevelVector(text: "0:3 1:0").level(daysSinceOnset: 1) == 0)
        for text in ["15:1", "-15:1", "0:9", "0:-1", "x", "0:1 0:2", "0:1:2", "0"] {
            #expect(throws: RiskLevelVector.Failure.self) { try RiskLevelVector(text: text) }
        }
    }
}
