import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import KeyServerRules

/// Makes keys of nobody, which fill up a run with few real ones.
///
/// The number of a chunk's keys then shows only the maximum number of people. A phone that matches padding keys finds
/// nothing.
struct PaddingKeys: Sendable {
    /// The risk levels of padding in runs without real keys. Nil leaves such runs empty: keys of a system that have
    /// more than a window and a level would differ from this padding.
    let riskLevels: RiskLevelVector?
    /// The lifetime of keys after their window, in seconds.
    let retention: Int64

    /// The padding of a run: random bytes, with everything else as the real keys of the run have it.
    ///
    /// In a run without real keys, they have the distribution of people whose symptoms started on any one of the last
    /// fourteen days and who upload whole days. Every window has ended, with its embargo, at the run's cut-off. None is
    /// older than its retention at `now`.
    func make(
        _ request: PaddingRequest,
        now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [ChunkKey] {
        let models = request.real.isEmpty ? models(cutOff: request.cutOff, now: now) : request.real.map(Model.init)
        return (0..<request.count).compactMap { _ in
            models.randomElement(using: &generator).flatMap { $0.key(Bytes16.random(using: &generator)) }
        }
    }

    /// All properties of a key except its bytes.
    private struct Model {
        let rollingStart: IntervalNumber
        let rollingPeriod: Int
        let level: Int
        let reportType: DiagnosisKey.ReportType?
        let daysSinceOnset: Int?
        let countries: KeyCountries?

        init(_ key: ChunkKey) {
            rollingStart = key.diagnosisKey.key.rollingStart
            rollingPeriod = key.diagnosisKey.key.rollingPeriod
            level = key.diagnosisKey.transmissionRiskLevel
            reportType = key.diagnosisKey.reportType
            daysSinceOnset = key.diagnosisKey.daysSinceOnsetOfSymptoms
            countries = key.countries
        }

        init(day: CalendarDay, level: Int) {
            rollingStart = IntervalNumber(clamping: day.startInUTC)
            rollingPeriod = Int(IntervalNumber.perDay)
            self.level = level
            (reportType, daysSinceOnset, countries) = (nil, nil, nil)
        }

        var windowEnd: UnixTime {
            rollingStart.start.advanced(bySeconds: Int64(rollingPeriod) * IntervalNumber.seconds)
        }

        func key(_ bytes: Bytes16) -> ChunkKey? {
            guard
                let key = try? TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(bytes),
                    rollingStart: rollingStart,
                    rollingPeriod: rollingPeriod
                )
            else {
                return nil
            }
            return ChunkKey(
                diagnosisKey: DiagnosisKey(
                    key: key,
                    transmissionRiskLevel: level,
                    reportType: reportType,
                    daysSinceOnsetOfSymptoms: daysSinceOnset
                ),
                countries: countries
            )
        }
    }

    private func models(cutOff: UnixTime, now: UnixTime) -> [Model] {
        guard let riskLevels else {
            return []
        }
        let days = (1...14).map { cutOff.utcDay.advanced(byDays: -$0) }
        return days.flatMap { onset in
            days.compactMap { day in
                riskLevels.level(daysSinceOnset: day.days(since: onset)).map { Model(day: day, level: $0) }
            }
        }.filter { model in
            cutOff.seconds(since: model.windowEnd) >= TemporaryExposureKey.embargo
                && now.seconds(since: model.windowEnd) < retention
        }
    }
}
