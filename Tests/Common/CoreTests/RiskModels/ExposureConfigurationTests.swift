import RiskModels
import Testing

@Suite("An exposure configuration")
struct ExposureConfigurationTests {
    private static let eights = [Int](repeating: 8, count: 8)

    @Test("has exactly eight scores", arguments: [7, 9])
    func count(count: Int) {
        #expect(throws: ExposureConfigurationError.wrongScoreCount(count)) {
            try BucketScores([Int](repeating: 1, count: count))
        }
    }

    @Test("has scores of 0 to 8")
    func scores() throws {
        let seven = Array(Self.eights.dropLast())
        #expect(try BucketScores([0] + seven).values.first == 0)
        for score in [-1, 9] {
            for scores in [[score] + seven, seven + [score]] {
                #expect(throws: ExposureConfigurationError.scoreOutOfRange(score)) { try BucketScores(scores) }
            }
        }
    }

    @Test("has increasing thresholds of 0 to 255")
    func thresholds() throws {
        #expect(try AttenuationThresholds(low: 0, high: 255).values == [0, 255])
        for (low, high) in [(-1, 5), (5, 256), (50, 50), (60, 50)] {
            #expect(throws: ExposureConfigurationError.thresholdsNotIncreasing(low: low, high: high)) {
                try AttenuationThresholds(low: low, high: high)
            }
        }
    }

    @Test("has one or two thresholds in a list", arguments: [[], [50, 60, 70]])
    func thresholdCount(values: [Int]) throws {
        #expect(try AttenuationThresholds([50, 70]) == AttenuationThresholds(low: 50, high: 70))
        let error = ExposureConfigurationError.wrongThresholdCount(values.count)
        #expect(throws: error) { try AttenuationThresholds(values) }
    }

    @Test("has a single threshold of 0 to 255")
    func singleThreshold() throws {
        #expect(try AttenuationThresholds([0]).bucketCount == 2)
        #expect(try AttenuationThresholds([255]).bucketCount == 2)
        for value in [-1, 256] {
            let error = ExposureConfigurationError.thresholdOutOfRange(value)
            #expect(throws: error) { try AttenuationThresholds([value]) }
        }
    }

    @Test("has a minimum of 0 to 4096")
    func minimum() throws {
        #expect(try SampleConfiguration.make(minimum: 0).minimumRiskScore == 0)
        #expect(try SampleConfiguration.make(minimum: 4096).minimumRiskScore == 4096)
        for minimum in [-1, 4097] {
            #expect(throws: ExposureConfigurationError.minimumRiskScoreOutOfRange(minimum)) {
                try SampleConfiguration.make(minimum: minimum)
            }
        }
    }
}
