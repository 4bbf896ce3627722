public import ExposurePrimitives
import GAENCore

/// A rule that decides by the sum of a day's scores, from the framework's daily summaries.
///
/// The nets of Linux Foundation Public Health are rules of this kind.
public struct DailySummaryRule: Hashable, Sendable {
    public let parameters: Parameters
    public let mapping: DiagnosisKeysDataMapping
    public let configuration: DailySummariesConfiguration

    /// The parameters as in a file.
    public struct Parameters: Hashable, Sendable, Codable {
        public var attenuationBucketThresholds: [Int]
        public var attenuationBucketWeights: [Double]
        public var confirmedTestWeight: Double
        public var confirmedClinicalDiagnosisWeight: Double
        public var selfReportWeight: Double
        public var infectiousnessStandardWeight: Double
        public var infectiousnessHighWeight: Double
        /// The compact form of `DiagnosisKeysDataMapping`.
        public var daysSinceOnsetToInfectiousness: String
        public var daysSinceExposureThreshold: Int
        public var minimumWindowScore: Double
        /// The weighted seconds of a day from which the risk is low, and from which it is high.
        public var lowFrom: Double
        public var highFrom: Double

        public init(
            attenuationBucketThresholds: [Int],
            attenuationBucketWeights: [Double],
            confirmedTestWeight: Double = 1,
            confirmedClinicalDiagnosisWeight: Double = 1,
            selfReportWeight: Double = 1,
            infectiousnessStandardWeight: Double,
            infectiousnessHighWeight: Double,
            daysSinceOnsetToInfectiousness: String,
            daysSinceExposureThreshold: Int = 14,
            minimumWindowScore: Double = 0,
            lowFrom: Double,
            highFrom: Double
        ) {
            self.attenuationBucketThresholds = attenuationBucketThresholds
            self.attenuationBucketWeights = attenuationBucketWeights
            self.confirmedTestWeight = confirmedTestWeight
            self.confirmedClinicalDiagnosisWeight = confirmedClinicalDiagnosisWeight
            self.selfReportWeight = selfReportWeight
            self.infectiousnessStandardWeight = infectiousnessStandardWeight
            self.infectiousnessHighWeight = infectiousnessHighWeight
            self.daysSinceOnsetToInfectiousness = daysSinceOnsetToInfectiousness
            self.daysSinceExposureThreshold = daysSinceExposureThreshold
            self.minimumWindowScore = minimumWindowScore
            self.lowFrom = lowFrom
            self.highFrom = highFrom
        }
    }

    /// - Throws: impossible parameters, and thresholds that no day can reach.
    public init(_ parameters: Parameters) throws(RiskParameterError) {
        self.parameters = parameters
        do throws(DiagnosisKeysDataMappingError) {
            mapping = try DiagnosisKeysDataMapping(hex: parameters.daysSinceOnsetToInfectiousness)
        } catch {
            throw RiskParameterError("daysSinceOnsetToInfectiousness", "\(error)")
        }
        do throws(DailySummariesConfigurationError) {
            configuration = try parameters.configuration()
        } catch {
            throw RiskParameterError("the daily summaries", "\(error)")
        }
        try checkThresholds()
    }

    private func checkThresholds() throws(RiskParameterError) {
        guard parameters.lowFrom > 0, parameters.lowFrom <= parameters.highFrom else {
            throw RiskParameterError("lowFrom", "must be above 0 and not above highFrom")
        }
        guard parameters.highFrom <= maxSecondsOfDay else {
            throw RiskParameterError("highFrom", "is above what a day can reach: nobody could ever be notified")
        }
        guard parameters.minimumWindowScore <= maxPerSecond * Self.secondsOfLongestWindow else {
            throw RiskParameterError("minimumWindowScore", "is above what a window can reach: nothing would count")
        }
    }

    /// The greatest score of a day, in weighted seconds.
    package var maxSecondsOfDay: Double { maxPerSecond * Double(UnixTime.secondsPerDay) }

    private var maxPerSecond: Double {
        // A range that begins above every possible attenuation is empty.
        let reached = configuration.attenuationBucketThresholds.prefix {
            $0 < MatchedSighting.possibleAttenuations.upperBound
        }
        return [
            Array(configuration.attenuationBucketWeights.prefix(reached.count + 1)),
            [parameters.confirmedTestWeight, parameters.confirmedClinicalDiagnosisWeight, parameters.selfReportWeight],
            mapping.occurring.map(configuration.weight),
        ].reduce(1) { $0 * ($1.max() ?? 0) }
    }

    /// Thirty minutes of scans, and up to five before the first.
    private static let secondsOfLongestWindow: Double = 2100
}

extension DailySummaryRule.Parameters {
    fileprivate func configuration() throws(DailySummariesConfigurationError) -> DailySummariesConfiguration {
        try DailySummariesConfiguration(
            reportTypeWeights: [
                .confirmedTest: confirmedTestWeight, .confirmedClinicalDiagnosis: confirmedClinicalDiagnosisWeight,
                .selfReport: selfReportWeight,
            ],
            infectiousnessWeights: [.standard: infectiousnessStandardWeight, .high: infectiousnessHighWeight],
            attenuationBucketThresholds: attenuationBucketThresholds,
            attenuationBucketWeights: attenuationBucketWeights,
            daysSinceExposureThreshold: daysSinceExposureThreshold,
            minimumWindowScore: minimumWindowScore
        )
    }
}

extension DailySummaryRule: WindowRiskModel {
    public func assess(_ windows: [ExposureWindow], today: CalendarDay) -> RiskAssessment {
        let counted = DailySummary.countedWindows(of: windows, under: configuration, today: today)
        let days = Dictionary(grouping: counted, by: \.date).map { date, windows in
            RiskExplanation.Day(date: date, combination: .sum, contributions: windows.map(contribution))
        }
        return RiskAssessment(RiskExplanation(unit: .weightedSeconds, days: days)) { score in
            score >= parameters.highFrom ? .high : score >= parameters.lowFrom ? .low : .none
        }
    }

    private func contribution(of window: ExposureWindow) -> RiskContribution {
        let score = WindowScore(of: window, under: configuration)
        let parts = zip(zip(rangeNames, score.seconds), configuration.attenuationBucketWeights).map {
            RiskContribution.Part(name: $0.0, amount: Double($0.1), weight: $1)
        }
        return RiskContribution(
            parts: parts,
            factors: [
                .init(name: "report type", value: configuration.weight(of: window.reportType)),
                .init(name: "infectiousness", value: configuration.weight(of: window.infectiousness)),
            ],
            exclusion: score.counts ? nil : .belowMinimumScore
        )
    }

    /// As those of the other rules: each range of attenuation with its ends.
    private var rangeNames: [String] {
        let ends = configuration.attenuationBucketThresholds
        let starts = [0] + ends.map { $0 + 1 }
        return starts.enumerated().map { place, start in
            place < ends.count ? "seconds at [\(start), \(ends[place])] dB" : "seconds at >=\(start) dB"
        }
    }
}
