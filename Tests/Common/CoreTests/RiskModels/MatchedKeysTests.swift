import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Matched keys")
struct MatchedKeysTests {
    private static let start = IntervalNumber(2_666_736)

    private typealias Step = (type: DiagnosisKey.ReportType?, outcome: MatchedKeys.Outcome, count: Int)

    /// A key is read with one report type after the other: the outcome and the number of keys that count after each,
    /// and the type that remains.
    private static let sequences: [(String, [Step], [DiagnosisKey.ReportType?])] = [
        ("counts once", [(.confirmedTest, .added, 1), (.confirmedTest, .unchanged, 1)], [.confirmedTest]),
        (
            "accepts one valid change",
            [(.selfReport, .added, 1), (.confirmedClinicalDiagnosis, .revised, 1), (.confirmedTest, .unchanged, 1)],
            [.confirmedClinicalDiagnosis]
        ),
        (
            "disappears when revoked, and does not come back",
            [(.confirmedClinicalDiagnosis, .added, 1), (.revoked, .removed, 0), (.confirmedTest, .unchanged, 0)], []
        ),
        ("does not come back if revoked first", [(.revoked, .removed, 0), (.selfReport, .unchanged, 0)], []),
        ("stays after a test", [(.confirmedTest, .added, 1), (.revoked, .unchanged, 1)], [.confirmedTest]),
        ("stays without a type", [(nil, .added, 1), (.revoked, .unchanged, 1)], [nil]),
        ("counts after an experiment", [(.recursive, .ignored, 0), (.confirmedTest, .added, 1)], [.confirmedTest]),
    ]

    @Test("follow the reports of a key", arguments: sequences)
    private func reports(name: String, steps: [Step], remaining: [DiagnosisKey.ReportType?]) throws {
        var keys = MatchedKeys()
        for step in steps {
            #expect(keys.record(try Self.match(step.type)) == step.outcome)
            #expect(keys.matches.count == step.count)
        }
        #expect(keys.matches.map(\.key.reportType) == remaining)
    }

    @Test("rewrite their windows with the new type")
    func windows() throws {
        var keys = MatchedKeys()
        keys.record(try Self.match(.selfReport))
        keys.record(try Self.match(.confirmedTest))
        var generator = SeededGenerator(seed: 1)
        let windows = ExposureWindow.windows(of: keys.matches, mapping: .standard, using: &generator)
        #expect(windows.map(\.reportType) == [.confirmedTest])
    }

    @Test("refuse a known key with another window")
    func otherWindow() throws {
        var keys = MatchedKeys()
        keys.record(try Self.match(.selfReport, rollingPeriod: 100))
        #expect(keys.record(try Self.match(.confirmedTest, rollingPeriod: 144)) == .refused)
        #expect(keys.matches.map(\.key.key.rollingPeriod) == [100])
    }

    @Test("are forgotten fourteen days after their window")
    func retention() throws {
        var keys = MatchedKeys()
        let match = try Self.match(.confirmedTest)
        keys.record(match)
        let end = match.key.key.windowEnd.advanced(bySeconds: 14 * 86_400)
        keys.forgetExpired(at: end.advanced(bySeconds: -1))
        #expect(keys.matches.count == 1)
        keys.forgetExpired(at: end)
        #expect(keys.matches.isEmpty)
    }

    private static func match(_ type: DiagnosisKey.ReportType?, rollingPeriod: Int = 144) throws -> Match {
        let reports: [(Int64, Int8)] = [(0, -60), (300, -60)]
        return try SampleMatch.make(start: start, reports: reports, reportType: type, rollingPeriod: rollingPeriod)
    }
}
