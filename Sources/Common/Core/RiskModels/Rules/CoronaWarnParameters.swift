import GAENCore

/// The parameters of Corona-Warn's second risk calculation, named as in its configuration
/// (`risk_calculation_parameters.proto`).
public struct CoronaWarnParameters: Hashable, Sendable, Codable {
    /// The filters by minutes. A window is dropped if any of them applies.
    public var minutesAtAttenuationFilters: [MinutesFilter]
    /// The filters by transmission risk level. A window is dropped if any of them applies.
    public var trlFilters: [TransmissionRiskLevelFilter]
    /// The weights of attenuations. The first range that contains an attenuation gives its weight; other attenuations
    /// have the weight 0.
    public var minutesAtAttenuationWeights: [AttenuationWeight]
    public var normalizedTimePerEWToRiskLevelMapping: [LevelRange]
    public var normalizedTimePerDayToRiskLevelMapping: [LevelRange]
    public var trlEncoding: TransmissionRiskLevelEncoding
    public var transmissionRiskValueMapping: [TransmissionRiskValue]
    /// The greatest age of a window that counts; absent if every window counts.
    public var maxEncounterAgeInDays: Int?

    public init(
        minutesAtAttenuationFilters: [MinutesFilter] = [],
        trlFilters: [TransmissionRiskLevelFilter] = [],
        minutesAtAttenuationWeights: [AttenuationWeight],
        normalizedTimePerEWToRiskLevelMapping: [LevelRange],
        normalizedTimePerDayToRiskLevelMapping: [LevelRange],
        trlEncoding: TransmissionRiskLevelEncoding,
        transmissionRiskValueMapping: [TransmissionRiskValue],
        maxEncounterAgeInDays: Int? = nil
    ) {
        self.minutesAtAttenuationFilters = minutesAtAttenuationFilters
        self.trlFilters = trlFilters
        self.minutesAtAttenuationWeights = minutesAtAttenuationWeights
        self.normalizedTimePerEWToRiskLevelMapping = normalizedTimePerEWToRiskLevelMapping
        self.normalizedTimePerDayToRiskLevelMapping = normalizedTimePerDayToRiskLevelMapping
        self.trlEncoding = trlEncoding
        self.transmissionRiskValueMapping = transmissionRiskValueMapping
        self.maxEncounterAgeInDays = maxEncounterAgeInDays
    }

    /// A filter that drops a window if its whole minutes at some attenuations are in a range.
    public struct MinutesFilter: Hashable, Sendable, Codable {
        public let attenuationRange: ParameterRange
        public let dropIfMinutesInRange: ParameterRange

        public init(attenuationRange: ParameterRange, dropIfMinutesInRange: ParameterRange) {
            self.attenuationRange = attenuationRange
            self.dropIfMinutesInRange = dropIfMinutesInRange
        }
    }

    /// A filter that drops a window if its transmission risk level is in a range.
    public struct TransmissionRiskLevelFilter: Hashable, Sendable, Codable {
        public let dropIfTrlInRange: ParameterRange

        public init(dropIfTrlInRange: ParameterRange) {
            self.dropIfTrlInRange = dropIfTrlInRange
        }
    }

    /// The weight of a minute at some attenuations.
    public struct AttenuationWeight: Hashable, Sendable, Codable {
        public let attenuationRange: ParameterRange
        public let weight: Double

        public init(attenuationRange: ParameterRange, weight: Double) {
            self.attenuationRange = attenuationRange
            self.weight = weight
        }
    }

    /// The level of a normalised time in minutes.
    public struct LevelRange: Hashable, Sendable, Codable {
        public let normalizedTimeRange: ParameterRange
        /// 1 is low, 2 is high.
        public let riskLevel: Int

        public init(normalizedTimeRange: ParameterRange, riskLevel: Int) {
            self.normalizedTimeRange = normalizedTimeRange
            self.riskLevel = riskLevel
        }
    }

    /// The encoding of a transmission risk level in infectiousness and report type: the sum of two offsets.
    public struct TransmissionRiskLevelEncoding: Hashable, Sendable, Codable {
        public let infectiousnessOffsetStandard: Int
        public let infectiousnessOffsetHigh: Int
        public let reportTypeOffsetRecursive: Int
        public let reportTypeOffsetSelfReport: Int
        public let reportTypeOffsetConfirmedClinicalDiagnosis: Int
        public let reportTypeOffsetConfirmedTest: Int

        public init(
            infectiousnessOffsetStandard: Int,
            infectiousnessOffsetHigh: Int,
            reportTypeOffsetRecursive: Int,
            reportTypeOffsetSelfReport: Int,
            reportTypeOffsetConfirmedClinicalDiagnosis: Int,
            reportTypeOffsetConfirmedTest: Int
        ) {
            self.infectiousnessOffsetStandard = infectiousnessOffsetStandard
            self.infectiousnessOffsetHigh = infectiousnessOffsetHigh
            self.reportTypeOffsetRecursive = reportTypeOffsetRecursive
            self.reportTypeOffsetSelfReport = reportTypeOffsetSelfReport
            self.reportTypeOffsetConfirmedClinicalDiagnosis = reportTypeOffsetConfirmedClinicalDiagnosis
            self.reportTypeOffsetConfirmedTest = reportTypeOffsetConfirmedTest
        }
    }

    /// The value of a minute near somebody of this transmission risk level.
    public struct TransmissionRiskValue: Hashable, Sendable, Codable {
        public let transmissionRiskLevel: Int
        public let transmissionRiskValue: Double

        public init(transmissionRiskLevel: Int, transmissionRiskValue: Double) {
            self.transmissionRiskLevel = transmissionRiskLevel
            self.transmissionRiskValue = transmissionRiskValue
        }
    }
}

extension CoronaWarnParameters {
    /// The transmission risk level of a window. Infectiousness that is not high counts as standard.
    func transmissionRiskLevel(of window: ExposureWindow) -> Int {
        let reportTypeOffset =
            switch window.reportType {
            case .confirmedTest: trlEncoding.reportTypeOffsetConfirmedTest
            case .confirmedClinicalDiagnosis: trlEncoding.reportTypeOffsetConfirmedClinicalDiagnosis
            case .selfReport: trlEncoding.reportTypeOffsetSelfReport
            case .recursive: trlEncoding.reportTypeOffsetRecursive
            case .unknown, .revoked: 0
            }
        let infectiousnessOffset =
            window.infectiousness == .high
            ? trlEncoding.infectiousnessOffsetHigh : trlEncoding.infectiousnessOffsetStandard
        return reportTypeOffset &+ infectiousnessOffset
    }

    /// The value of a level; nil if the level has none.
    func transmissionRiskValue(of level: Int) -> Double? {
        transmissionRiskValueMapping.first { $0.transmissionRiskLevel == level }?.transmissionRiskValue
    }

    static func level(of time: Double, in ranges: [LevelRange]) -> RiskLevel? {
        ranges.first { $0.normalizedTimeRange.contains(time) }.flatMap { RiskLevel(rawValue: $0.riskLevel) }
    }
}
