import ExposurePrimitives
import ImmuniAPI
import RiskModels

/// The results of the detections of the last fourteen days, to be uploaded if the owner tests positive.
struct DetectionHistory: Codable, Hashable, Sendable {
    /// One detection with at least one match.
    struct Record: Codable, Hashable, Sendable {
        /// The UTC day of the detection.
        let day: CalendarDay
        let summary: ExposureDetectionSummary
        /// Empty if the app had no reason to ask for them.
        var infos: [ExposureInfo]
    }

    private(set) var records: [Record] = []

    mutating func append(_ record: Record) {
        records.append(record)
    }

    /// Deletes detections and exposures of more than fourteen days before `today`. If the clock is set back, nothing is
    /// deleted.
    mutating func forgetExpired(on today: CalendarDay) {
        records.removeAll { today.days(since: $0.day) > Self.days }
        for index in records.indices {
            records[index].infos.removeAll { today.days(since: $0.date) > Self.days }
        }
    }

    /// The Epidemiological Info to upload ("Traffic Analysis Mitigation"): the least recent summaries up to
    /// `summaryCount`. Of their infos it has those with the highest Total Risk Score, then the least recent, up to
    /// `infoCount`. Values are limited to the ranges of the contract.
    func epidemiologicalInfo(summaryCount: Int, infoCount: Int, on today: CalendarDay) -> EpidemiologicalInfo {
        let chosen = records.filter { Self.isRecent($0.day, on: today) }.sorted { $0.day < $1.day }
            .prefix(min(max(summaryCount, 0), UploadLimits.summaries.upperBound))
        let ranked = chosen.enumerated()
            .flatMap { offset, record in record.infos.map { (offset: offset, info: $0) } }
            .filter { Self.isRecent($0.info.date, on: today) }
            .sorted { ($1.info.totalRiskScore, $0.info.date) < ($0.info.totalRiskScore, $1.info.date) }
            .prefix(min(max(infoCount, 0), UploadLimits.infos.upperBound))
        let infos = Dictionary(grouping: ranked, by: \.offset).mapValues { $0.map(\.info) }
        return EpidemiologicalInfo(
            summaries: chosen.enumerated().map { offset, record in
                EpidemiologicalInfo.DetectionSummary(record, infos: infos[offset] ?? [])
            }
        )
    }

    private static func isRecent(_ day: CalendarDay, on today: CalendarDay) -> Bool {
        (0...days).contains(today.days(since: day))
    }

    private static let days = 14
}

// MARK: - As uploaded

extension EpidemiologicalInfo.DetectionSummary {
    init(_ record: DetectionHistory.Record, infos: [ExposureInfo]) {
        let summary = record.summary
        self.init(
            date: record.day,
            matchedKeyCount: UploadLimits.matchedKeyCount.clamp(summary.matchedKeyCount),
            daysSinceLastExposure: UploadLimits.daysSinceLastExposure.clamp(summary.daysSinceLastExposure),
            attenuationDurations: summary.attenuationDurations.map(UploadLimits.duration.clamp),
            maximumRiskScore: UploadLimits.riskScore.clamp(summary.maximumRiskScore),
            exposureInfo: infos.map(EpidemiologicalInfo.Info.init)
        )
    }
}

extension EpidemiologicalInfo.Info {
    init(_ info: ExposureInfo) {
        self.init(
            date: info.date,
            duration: UploadLimits.duration.clamp(info.duration),
            attenuationValue: UploadLimits.attenuation.clamp(info.attenuationValue),
            attenuationDurations: info.attenuationDurations.map(UploadLimits.duration.clamp),
            transmissionRiskLevel: UploadLimits.transmissionRiskLevel.clamp(info.transmissionRiskLevel),
            totalRiskScore: UploadLimits.riskScore.clamp(info.totalRiskScore)
        )
    }
}

extension ClosedRange where Bound == Int {
    /// `value`, or the nearer end of the range.
    func clamp(_ value: Int) -> Int {
        Swift.min(Swift.max(value, lowerBound), upperBound)
    }
}
