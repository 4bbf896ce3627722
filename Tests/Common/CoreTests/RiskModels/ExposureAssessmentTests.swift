import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("An assessment")
struct ExposureAssessmentTests {
    private static let start = IntervalNumber(2_666_736)

    @Test("shows apps durations of at most thirty minutes, in steps of five")
    func caps() throws {
        let long = try SampleMatch.make(start: Self.start, reports: (0...12).map { (Int64($0) * 300, -50) })
        let assessment = try Self.assess([long])
        let info = try #require(assessment.infos.first)
        #expect((info.duration, info.attenuationDurations) == (1800, [1800, 0, 0]))
        #expect(assessment.summary.attenuationDurations == [1800, 0, 0])
    }

    @Test("counts keys, and adds up their exposures")
    func sums() throws {
        let key = try SampleMatch.make(start: Self.start, reports: [(0, -50), (300, -50), (3000, -70)])
        let assessment = try Self.assess([key, key])
        #expect(assessment.summary.matchedKeyCount == 2)
        #expect(assessment.infos.count == 4)
        #expect(assessment.summary.attenuationDurations == [1200, 600, 0])
        #expect(assessment.summary.summationRiskScore == assessment.infos.reduce(0) { $0 + $1.totalRiskScore })
    }

    @Test("leaves out keys of experiments and revoked keys")
    func reportTypes() throws {
        for (type, count) in [(DiagnosisKey.ReportType.recursive, 0), (.revoked, 0), (.confirmedTest, 1)] {
            let match = try SampleMatch.make(start: Self.start, reports: [(0, -50)], reportType: type)
            #expect(try Self.assess([match]).summary.matchedKeyCount == count, "\(type)")
        }
    }

    @Test("does not reveal the order of keys")
    func order() throws {
        // The keys are equal except for their attenuations.
        let keys = try [[-50, -70], [-70, -50], [-50, -50], [-95, -70]].map { strengths in
            try SampleMatch.make(start: Self.start, reports: zip([0, 300], strengths).map { ($0, Int8($1)) })
        }
        let assessment = try Self.assess(keys)
        let reversed = try Self.assess(keys.reversed())
        #expect(assessment.infos == reversed.infos)
        #expect(assessment.explanation == reversed.explanation)
        for scoring in AttenuationScoring.allCases {
            let zeros = try Self.assess(keys, attenuationScore: 0, scoring: scoring).explanation
            #expect(zeros == (try Self.assess(keys.reversed(), attenuationScore: 0, scoring: scoring)).explanation)
        }
    }

    @Test("is all zeros without matches")
    func empty() throws {
        let assessment = try Self.assess([])
        #expect(assessment.infos.isEmpty)
        let zeros = ExposureDetectionSummary(
            matchedKeyCount: 0,
            daysSinceLastExposure: 0,
            attenuationDurations: [0, 0, 0],
            maximumRiskScore: 0,
            summationRiskScore: 0
        )
        #expect(assessment.summary == zeros)
    }

    private static func assess(
        _ matches: [Match],
        attenuationScore: Int? = nil,
        scoring: AttenuationScoring = .meanAttenuation
    ) throws -> ExposureAssessment {
        let ramp = [1, 2, 3, 4, 5, 6, 7, 8]
        let configuration = try SampleConfiguration.make(
            attenuation: attenuationScore.map { [Int](repeating: $0, count: 8) } ?? ramp,
            days: ramp,
            duration: ramp,
            transmission: ramp,
            scoring: scoring
        )
        return ExposureAssessment(of: matches, under: configuration, now: start.start.advanced(bySeconds: 86_400))
    }
}
