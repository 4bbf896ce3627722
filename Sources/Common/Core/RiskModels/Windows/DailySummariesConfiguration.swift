import ExposurePrimitives
public import GAENCore

/// The parameters that turn exposure windows into daily summaries: the framework's second-generation configuration.
public struct DailySummariesConfiguration: Hashable, Sendable {
    private let reportTypeWeights: [DiagnosisKey.ReportType: Double]
    private let infectiousnessWeights: [Infectiousness: Double]
    /// Three increasing attenuations in dB, 0…255. Up to the first is immediate, up to the second near, up to the third
    /// medium, above it other.
    public let attenuationBucketThresholds: [Int]
    /// The weights of a second in the four ranges, each 0…2.5.
    public let attenuationBucketWeights: [Double]
    /// Days older than this are left out; 0 keeps all.
    public let daysSinceExposureThreshold: Int
    /// The minimum score of a window, in weighted seconds. A window with a lower score contributes nothing.
    public let minimumWindowScore: Double

    /// - Parameters:
    ///   - reportTypeWeights: each 0…2.5. A missing type counts 0. `unknown` and `revoked` have none.
    ///   - infectiousnessWeights: each 0…2.5. A missing one counts 0.
    /// - Throws: the first impossible parameter.
    public init(
        reportTypeWeights: [DiagnosisKey.ReportType: Double],
        infectiousnessWeights: [Infectiousness: Double],
        attenuationBucketThresholds: [Int],
        attenuationBucketWeights: [Double],
        daysSinceExposureThreshold: Int = 0,
        minimumWindowScore: Double = 0
    ) throws(DailySummariesConfigurationError) {
        let weights = Array(reportTypeWeights.values) + infectiousnessWeights.values + attenuationBucketWeights
        // Written so that it refuses NaN too.
        if let weight = weights.first(where: { !Self.weights.contains($0) }) {
            throw .weightOutOfRange(weight)
        }
        if let type = reportTypeWeights.first(where: { $1 > 0 && !Self.countedReportTypes.contains($0) })?.key {
            throw .weightOfUncountedReportType(type)
        }
        guard attenuationBucketWeights.count == 4 else {
            throw .wrongWeightCount(attenuationBucketWeights.count)
        }
        guard attenuationBucketThresholds.count == 3,
            attenuationBucketThresholds.allSatisfy(AttenuationThresholds.range.contains),
            zip(attenuationBucketThresholds, attenuationBucketThresholds.dropFirst()).allSatisfy(<)
        else {
            throw .thresholdsNotIncreasing(attenuationBucketThresholds)
        }
        guard daysSinceExposureThreshold >= 0 else {
            throw .daysOutOfRange(daysSinceExposureThreshold)
        }
        guard minimumWindowScore >= 0, minimumWindowScore.isFinite else {
            throw .minimumOutOfRange(minimumWindowScore)
        }
        self.reportTypeWeights = reportTypeWeights
        self.infectiousnessWeights = infectiousnessWeights
        self.attenuationBucketThresholds = attenuationBucketThresholds
        self.attenuationBucketWeights = attenuationBucketWeights
        self.daysSinceExposureThreshold = daysSinceExposureThreshold
        self.minimumWindowScore = minimumWindowScore
    }

    public func weight(of reportType: DiagnosisKey.ReportType) -> Double {
        reportTypeWeights[reportType] ?? 0
    }

    public func weight(of infectiousness: Infectiousness) -> Double {
        infectiousnessWeights[infectiousness] ?? 0
    }

    /// The range to which an attenuation belongs, one of four.
    func bucket(of attenuation: Int) -> Int {
        attenuationBucketThresholds.firstIndex { attenuation <= $0 } ?? attenuationBucketThresholds.count
    }

    func keeps(_ date: CalendarDay, today: CalendarDay) -> Bool {
        daysSinceExposureThreshold == 0 || today.days(since: date) <= daysSinceExposureThreshold
    }

    public static let weights = 0...2.5
    /// The types whose windows count.
    public static let countedReportTypes: Set<DiagnosisKey.ReportType> = [
        .confirmedTest, .confirmedClinicalDiagnosis, .selfReport, .recursive,
    ]
}

/// An error in a configuration of daily summaries.
public enum DailySummariesConfigurationError: Error {
    /// A weight was outside 0…2.5.
    case weightOutOfRange(Double)
    /// A weight above 0 for a type that never counts.
    case weightOfUncountedReportType(DiagnosisKey.ReportType)
    /// There were this many weights of attenuation instead of four.
    case wrongWeightCount(Int)
    /// The thresholds were not three, were outside 0…255, or did not increase.
    case thresholdsNotIncreasing([Int])
    /// The number of days was negative.
    case daysOutOfRange(Int)
    /// The minimum was negative or not a number.
    case minimumOutOfRange(Double)
}

extension DailySummariesConfigurationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .weightOutOfRange(let weight): "have a weight outside 0…2.5: \(weight)"
        case .weightOfUncountedReportType: "have a weight for a report type that never counts"
        case .wrongWeightCount(let count): "have \(count) weights of attenuation instead of four"
        case .thresholdsNotIncreasing(let thresholds):
            "have thresholds that are not three increasing ones of 0…255: \(thresholds)"
        case .daysOutOfRange(let days): "have a negative number of days: \(days)"
        case .minimumOutOfRange(let minimum): "have an impossible minimum: \(minimum)"
        }
    }
}
