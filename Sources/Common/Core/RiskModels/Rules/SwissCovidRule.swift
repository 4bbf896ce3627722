public import ExposurePrimitives
import GAENCore

/// SwissCovid's rule: a day counts if the weighted minutes near patients reach a limit.
public struct SwissCovidRule: Hashable, Sendable {
    public let parameters: Parameters
    public let mapping: DiagnosisKeysDataMapping
    private let thresholds: AttenuationThresholds

    /// The parameters, named as in the app's own configuration.
    public struct Parameters: Hashable, Sendable, Codable {
        /// A typical attenuation in dB.
        public var attenuationThresholdLow: Int
        public var attenuationThresholdMedium: Int
        /// The weight of a minute below the first threshold. A minute between the two thresholds has the next one; a
        /// minute above has none.
        public var attenuationFactorLow: Double
        public var attenuationFactorMedium: Double
        /// In weighted minutes of a day.
        public var minDurationForExposure: Double
        /// The number of days that count. Older days are left out.
        public var numberOfDaysToConsiderForExposure: Int

        public init(
            attenuationThresholdLow: Int,
            attenuationThresholdMedium: Int,
            attenuationFactorLow: Double,
            attenuationFactorMedium: Double,
            minDurationForExposure: Double,
            numberOfDaysToConsiderForExposure: Int
        ) {
            self.attenuationThresholdLow = attenuationThresholdLow
            self.attenuationThresholdMedium = attenuationThresholdMedium
            self.attenuationFactorLow = attenuationFactorLow
            self.attenuationFactorMedium = attenuationFactorMedium
            self.minDurationForExposure = minDurationForExposure
            self.numberOfDaysToConsiderForExposure = numberOfDaysToConsiderForExposure
        }
    }

    /// - Throws: impossible parameters, and limits that no day can reach.
    public init(_ parameters: Parameters, mapping: DiagnosisKeysDataMapping = .standard) throws(RiskParameterError) {
        self.parameters = parameters
        self.mapping = mapping
        do throws(ExposureConfigurationError) {
            thresholds = try AttenuationThresholds(
                low: parameters.attenuationThresholdLow,
                high: parameters.attenuationThresholdMedium
            )
        } catch {
            throw RiskParameterError(error)
        }
        let factors = [parameters.attenuationFactorLow, parameters.attenuationFactorMedium]
        guard factors.allSatisfy(DailySummariesConfiguration.weights.contains) else {
            throw RiskParameterError("attenuationFactorLow, attenuationFactorMedium", "must be 0…2.5, as all weights")
        }
        let possible = MatchedSighting.possibleAttenuations
        let max =
            1440
            * max(
                thresholds.values[0] > possible.lowerBound ? factors[0] : 0,
                thresholds.values[0] <= possible.upperBound ? factors[1] : 0
            )
        guard parameters.minDurationForExposure > 0, parameters.minDurationForExposure <= max else {
            throw RiskParameterError(
                "minDurationForExposure",
                "is \(parameters.minDurationForExposure), outside what a day can reach: above 0, up to \(max)"
            )
        }
        guard parameters.numberOfDaysToConsiderForExposure > 0 else {
            throw RiskParameterError("numberOfDaysToConsiderForExposure", "must be above 0")
        }
    }
}

extension SwissCovidRule: WindowRiskModel {
    public func assess(_ windows: [ExposureWindow], today: CalendarDay) -> RiskAssessment {
        let recent = windows.filter {
            today.days(since: $0.date) <= parameters.numberOfDaysToConsiderForExposure
        }
        let days = Dictionary(grouping: recent, by: \.date).map { date, windows in
            RiskExplanation.Day(date: date, combination: .sum, contributions: windows.map(contribution))
        }
        return RiskAssessment(RiskExplanation(unit: .minutes, days: days)) { score in
            score >= parameters.minDurationForExposure ? .high : .none
        }
    }

    /// The contribution of a window in whole minutes, scan by scan, as the app counted them.
    private func contribution(of window: ExposureWindow) -> RiskContribution {
        let weights = [parameters.attenuationFactorLow, parameters.attenuationFactorMedium, 0]
        let minutes = window.scansForward.reduce(into: [0, 0, 0]) {
            $0[thresholds.bucket(of: $1.typicalAttenuation)] += $1.secondsSinceLastScan / 60
        }
        return RiskContribution(
            parts: zip(zip(thresholds.rangeNames, minutes), weights).map {
                .init(name: "minutes at \($0.0) dB", amount: Double($0.1), weight: $1)
            }
        )
    }
}
