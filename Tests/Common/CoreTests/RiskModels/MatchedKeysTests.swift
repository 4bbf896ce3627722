import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Matched keys")
struct MatchedKeysTests {
    private static let start = IntervalNumber(2_666_736)

    @Test("count once, however often they are published")
    func once() throws {
        var keys = MatchedKeys()
        #expect(keys.record(try Self.match(.confirmedTest)) == .added)
        #expect(keys.record(try Self.match(.confirmedTest)) == .unchanged)
        #expect(keys.matches.count == 1)
    }

    @Test("accept one valid change of the report type")
    func revision() throws {
        var keys = MatchedKeys()
        keys.record(try Self.match(.selfReport))
        #expect(keys.record(try Self.match(.confirmedClinicalDiagnosis)) == .revised)
        #expect(keys.matches.map(\.key.reportType) == [.confirmedClinicalDiagnosis])
        #expect(keys.record(try Self.match(.confirmedTest)) == .unchanged)
        #expect(keys.matches.map(\.key.reportType) == [.confirmedClinicalDiagnosis])
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

    @Test("disappear when revoked, and do not come back")
    func revocation() throws {
        var keys = MatchedKeys()
        keys.record(try Self.match(.confirmedClinicalDiagnosis))
        #expect(keys.record(try Self.match(.revoked)) == .removed)
        #expect(keys.matches.isEmpty)
        #expect(keys.record(try Self.match(.confirmedTest)) == .unchanged)
        #expect(keys.matches.isEmpty)
    }

    @Test("do not come back if the revocation was read first")
    func revocationFirst() throws {
        var keys = MatchedKeys()
        #expect(keys.record(try Self.match(.revoked)) == .removed)
        #expect(keys.record(try Self.match(.selfReport)) == .unchanged)
        #expect(keys.matches.isEmpty)
    }

    @Test(
        "stay if revoked after a confirmed test, or without a type",
        arguments: [DiagnosisKey.ReportType.confirmedTest, nil]
    )
    func confirmed(type: DiagnosisKey.ReportType?) throws {
        var keys = MatchedKeys()
        keys.record(try Self.match(type))
        #expect(keys.record(try Self.match(.revoked)) == .unchanged)
        #expect(keys.matches.count == 1)
    }

    @Test("leave out experiments")
    func recursive() throws {
        var keys = MatchedKeys()
        #expect(keys.record(try Self.match(.recursive)) == .ignored)
        #expect(keys.record(try Self.match(.confirmedTest)) == .added)
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
        try SampleMatch.make(
            start: start,
            reports: [(0, -60), (300, -60)],
            reportType: type,
            rollingPeriod: rollingPeriod
        )
    }
}
