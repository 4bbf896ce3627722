import Crypto
import ExposurePrimitives
import GAENCore
import Testing

@testable import CoronaWarnAPI

@Suite("Levels and onset codes")
struct RiskTableTests {
    @Test("the table has 274 codes with levels 2 to 8")
    func table() {
        #expect(OnsetCode.levels.count == 274)
        #expect(OnsetCode.levels.allSatisfy { OnsetCode.values.contains($0.key) && (2...8).contains($0.value) })
    }

    @Test("the levels of all codes, one digit each, have the digest of the published table")
    func wholeTable() {
        let levels = OnsetCode.values.compactMap { OnsetCode($0)?.transmissionRiskLevel }
        // Computed from the published table by a program in another language.
        let digest = Hex.encode(SHA256.hash(data: Array(levels.map(String.init).joined().utf8)))
        #expect(digest == "6beaa808463ec3f6e52a551328f63c83869675e1cd16a452d2be07ad2d338fdf")
    }

    @Test(
        "codes have the published levels",
        arguments: [
            (-15, 1), (-5, 2), (-1, 8), (0, 8), (1, 8), (2, 6), (4, 3), (5, 2), (6, 2), (7, 1), (193, 1), (194, 2),
            (199, 8), (503, 2), (597, 7), (995, 6), (1100, 2), (1295, 5), (1490, 5), (1788, 4), (1900, 1), (1998, 8),
            (2000, 5), (2999, 4), (3000, 4), (3991, 1), (3992, 2), (3997, 7), (4000, 5),
        ]
    )
    func levels(code: Int, level: Int) { #expect(OnsetCode(code)?.transmissionRiskLevel == level) }

    @Test("a level alone gives the published code, which gives the level back")
    func codes() {
        let codes = (1...8).map { OnsetCode(transmissionRiskLevel: $0).rawValue }
        #expect(codes == [3986, 3992, 3993, 3994, 4000, 3995, 3996, 3997])
        // Level 8 has the code of level 7, and level 4 a code that the table does not have.
        #expect([1, 2, 3, 5, 6, 7].allSatisfy { OnsetCode(transmissionRiskLevel: $0).transmissionRiskLevel == $0 })
        #expect(OnsetCode(transmissionRiskLevel: .min).rawValue == 3986)
        #expect(OnsetCode(transmissionRiskLevel: .max).rawValue == 3997)
    }

    @Test("the server finds the phone's levels where the answer is no range")
    func answers() {
        let answers: [SymptomAnswer] = [.noAnswer, .noSymptoms, .onsetUnknown] + (0...21).map(SymptomAnswer.daysAgo)
        for answer in answers {
            for age in SymptomAnswer.ages {
                let level = answer.onsetCode(age: age)?.transmissionRiskLevel
                #expect(answer.transmissionRiskLevel(age: age) == level, "\(answer) \(age)")
            }
        }
    }

    @Test("ranges have codes around the hundreds, and levels of their own")
    func ranges() {
        #expect(SymptomAnswer.withinSevenDays.onsetCode(age: 0)?.rawValue == 701)
        #expect(SymptomAnswer.oneToTwoWeeksAgo.onsetCode(age: 14)?.rawValue == 694)
        #expect(SymptomAnswer.moreThanTwoWeeksAgo.onsetCode(age: 1)?.rawValue == 714)
        #expect(SymptomAnswer.withinSevenDays.transmissionRiskLevel(age: 3) == 7)
        #expect(SymptomAnswer.oneToTwoWeeksAgo.transmissionRiskLevel(age: 14) == 4)
        #expect(SymptomAnswer.moreThanTwoWeeksAgo.transmissionRiskLevel(age: 14) == 5)
        #expect(SymptomAnswer.daysAgo(3).transmissionRiskLevel(age: 5) == 7)
    }

    @Test("keys outside two weeks and days outside three are not sent")
    func limits() {
        for age in [-1, 15, Int.min, .max] {
            #expect(SymptomAnswer.noAnswer.transmissionRiskLevel(age: age) == nil)
            #expect(SymptomAnswer.daysAgo(3).onsetCode(age: age) == nil)
        }
        for days in [-1, 22, Int.min, .max] {
            #expect(SymptomAnswer.daysAgo(days).transmissionRiskLevel(age: 0) == nil)
            #expect(SymptomAnswer.daysAgo(days).onsetCode(age: 14) == nil)
        }
        #expect(SymptomAnswer.daysAgo(21).onsetCode(age: 0)?.rawValue == 21)
        #expect(SymptomAnswer.launchLevels.count == SymptomAnswer.ages.count)
        #expect(OnsetCode(-16) == nil && OnsetCode(4001) == nil && OnsetCode(-15) != nil && OnsetCode(4000) != nil)
    }

    @Test("packages show a level in report type and days since onset")
    func publishing() throws {
        var generator = SeededGenerator(seed: 1)
        let key = try TemporaryExposureKey.generate(forDayOf: IntervalNumber(2_656_800), using: &generator)
        let types: [DiagnosisKey.ReportType] = [
            .recursive, .recursive, .selfReport, .selfReport, .confirmedClinicalDiagnosis, .confirmedClinicalDiagnosis,
            .confirmedTest, .confirmedTest,
        ]
        for level in 1...8 {
            let published = PublishedLevels.exact.diagnosisKey(key, storedLevel: level)
            #expect(published.transmissionRiskLevel == level && published.reportType == types[level - 1])
            #expect(published.daysSinceOnsetOfSymptoms == (level % 2 == 1 ? 1 : 2))
        }
        #expect((1...8).map(PublishedLevels.coarse.level) == [1, 1, 4, 4, 4, 7, 7, 7])
        #expect(PublishedLevels.exact.level(of: 0) == 1 && PublishedLevels.exact.level(of: 9) == 8)
    }

    @Test("an authority's own classes are eight levels of 1 to 8 that never decrease")
    func classes() throws {
        #expect(try PublishedLevels([3, 3, 3, 3, 5, 5, 8, 8]).level(of: 1) == 3)
        for (levels, error) in [
            ([1, 2, 3, 4, 5, 6, 7], PublishedLevelsError.wrongCount(7)), ([0, 2, 3, 4, 5, 6, 7, 8], .outOfRange(0)),
            ([1, 2, 3, 4, 5, 6, 7, 9], .outOfRange(9)), ([2, 1, 3, 4, 5, 6, 7, 8], .decreasing),
        ] {
            #expect(throws: error) { try PublishedLevels(levels) }
        }
    }
}
