public import ExposurePrimitives
public import GAENCore

/// The exposures behind a set of matches, scored by the framework's first-generation rules.
public struct ExposureAssessment: Sendable {
    /// An exposure with the key's risk level and its score.
    struct ScoredExposure {
        let exposure: Exposure
        let transmissionRiskLevel: Int
        let factors: TotalRiskScore.Factors
        let totalRiskScore: Int
    }

    private let now: UnixTime
    private let bucketCount: Int
    private let exposuresOfKeys: [[ScoredExposure]]

    /// All exposures, in an order without meaning.
    var exposures: [ScoredExposure] { exposuresOfKeys.flatMap(\.self) }

    /// Scores `matches` as they stand at `now`. Keys of experiments and revoked keys have no risk in this generation.
    public init(of matches: some Sequence<Match>, under configuration: ExposureConfiguration, now: UnixTime) {
        self.now = now
        bucketCount = configuration.attenuationThresholds.bucketCount
        exposuresOfKeys = matches.compactMap { match in
            guard match.key.reportType != .recursive, match.key.reportType != .revoked else {
                return nil
            }
            let exposures = Exposure.exposures(
                of: AttenuationScan.scans(of: match.sightings),
                thresholds: configuration.attenuationThresholds
            )
            return exposures.isEmpty
                ? nil : exposures.map { Self.score($0, of: match.key, under: configuration, now: now) }
        }
    }

    private static func score(
        _ exposure: Exposure,
        of key: DiagnosisKey,
        under configuration: ExposureConfiguration,
        now: UnixTime
    ) -> ScoredExposure {
        let age = now.seconds(since: key.key.rollingStart.start)
        let factors = TotalRiskScore.factors(
            of: TotalRiskScore.Input(
                attenuation: exposure.attenuation,
                secondsAtLevels: exposure.secondsAtLevels,
                daysSinceKeyStart: Int(max(0, age) / UnixTime.secondsPerDay),
                durationSeconds: exposure.durationSeconds,
                transmissionRiskLevel: key.transmissionRiskLevel
            ),
            under: configuration
        )
        return ScoredExposure(
            exposure: exposure,
            transmissionRiskLevel: key.transmissionRiskLevel,
            factors: factors,
            totalRiskScore: TotalRiskScore.score(of: factors, under: configuration)
        )
    }

    public var summary: ExposureDetectionSummary {
        let all = exposures
        let lastDay = all.map(\.exposure.start.utcDay).max()
        return ExposureDetectionSummary(
            matchedKeyCount: exposuresOfKeys.count,
            daysSinceLastExposure: lastDay.map { max(0, now.utcDay.days(since: $0)) } ?? 0,
            attenuationDurations: (0..<bucketCount).map { range in
                Self.disclosed(all.reduce(0) { $0 + $1.exposure.attenuationDurations[range] })
            },
            maximumRiskScore: all.map(\.totalRiskScore).max() ?? 0,
            summationRiskScore: all.reduce(0) { $0 + $1.totalRiskScore }
        )
    }

    /// The Exposure Info of each exposure, most recent day first.
    ///
    /// Exposures of one day are ordered by their values, so the order shows nothing of keys or time of day.
    public var infos: [ExposureInfo] {
        exposures.map(Self.info).sorted { Self.numbers(of: $1).lexicographicallyPrecedes(Self.numbers(of: $0)) }
    }

    /// All numbers of `info`, in the order of comparison.
    private static func numbers(of info: ExposureInfo) -> [Int] {
        [
            info.date.daysSinceEpoch, info.totalRiskScore, info.duration, info.attenuationValue,
            info.transmissionRiskLevel,
        ] + info.attenuationDurations
    }

    private static func info(of scored: ScoredExposure) -> ExposureInfo {
        ExposureInfo(
            date: scored.exposure.start.utcDay,
            duration: disclosed(scored.exposure.durationSeconds),
            attenuationValue: scored.exposure.attenuation,
            attenuationDurations: scored.exposure.attenuationDurations.map(disclosed),
            transmissionRiskLevel: scored.transmissionRiskLevel,
            totalRiskScore: scored.totalRiskScore
        )
    }

    /// A duration as apps see it: in steps of five minutes and capped.
    private static func disclosed(_ seconds: Int) -> Int {
        min(ExposureInfo.longestDuration, ExposureTiming().rounded(seconds))
    }
}
