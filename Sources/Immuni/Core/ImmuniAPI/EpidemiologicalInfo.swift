public import ExposurePrimitives
public import WireFormat

/// A phone's data about its owner's own exposures (Immuni Privacy-Preserving Analytics, "Epidemiological Info").
public struct EpidemiologicalInfo: Hashable, Sendable {
    public let summaries: [DetectionSummary]

    public init(summaries: [DetectionSummary]) {
        self.summaries = summaries
    }

    /// An Exposure Detection Summary as uploaded.
    public struct DetectionSummary: Hashable, Sendable {
        public let date: CalendarDay
        public let matchedKeyCount: Int
        public let daysSinceLastExposure: Int
        /// Seconds in each range of Attenuation, nearest first.
        public let attenuationDurations: [Int]
        public let maximumRiskScore: Int
        public let exposureInfo: [Info]

        public init(
            date: CalendarDay,
            matchedKeyCount: Int,
            daysSinceLastExposure: Int,
            attenuationDurations: [Int],
            maximumRiskScore: Int,
            exposureInfo: [Info]
        ) {
            self.date = date
            self.matchedKeyCount = matchedKeyCount
            self.daysSinceLastExposure = daysSinceLastExposure
            self.attenuationDurations = attenuationDurations
            self.maximumRiskScore = maximumRiskScore
            self.exposureInfo = exposureInfo
        }
    }

    /// One Exposure Info as uploaded.
    public struct Info: Hashable, Sendable {
        public let date: CalendarDay
        /// Seconds.
        public let duration: Int
        /// Decibels.
        public let attenuationValue: Int
        public let attenuationDurations: [Int]
        public let transmissionRiskLevel: Int
        public let totalRiskScore: Int

        public init(
            date: CalendarDay,
            duration: Int,
            attenuationValue: Int,
            attenuationDurations: [Int],
            transmissionRiskLevel: Int,
            totalRiskScore: Int
        ) {
            self.date = date
            self.duration = duration
            self.attenuationValue = attenuationValue
            self.attenuationDurations = attenuationDurations
            self.transmissionRiskLevel = transmissionRiskLevel
            self.totalRiskScore = totalRiskScore
        }
    }
}

// MARK: - Writing

extension EpidemiologicalInfo {
    /// The array `exposure_detection_summaries`.
    public var json: JSONValue {
        .array(summaries.map(\.json))
    }
}

extension EpidemiologicalInfo.DetectionSummary {
    var json: JSONValue {
        [
            "date": .string(date.description),
            "matched_key_count": .integer(matchedKeyCount),
            "days_since_last_exposure": .integer(daysSinceLastExposure),
            "attenuation_durations": .array(attenuationDurations.map { .integer($0) }),
            "maximum_risk_score": .integer(maximumRiskScore),
            "exposure_info": .array(exposureInfo.map(\.json)),
        ]
    }
}

extension EpidemiologicalInfo.Info {
    var json: JSONValue {
        [
            "date": .string(date.description),
            "duration": .integer(duration),
            "attenuation_value": .integer(attenuationValue),
            "attenuation_durations": .array(attenuationDurations.map { .integer($0) }),
            "transmission_risk_level": .integer(transmissionRiskLevel),
            "total_risk_score": .integer(totalRiskScore),
        ]
    }
}
