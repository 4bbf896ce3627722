import ExposurePrimitives
import GAENCore
import KeyServerRules

/// Makes keys of nobody, which fill up a run with few real ones.
///
/// The number of a chunk's keys then shows only the maximum number of people. A phone that matches padding keys finds
/// nothing.
struct PaddingKeys: Sendable {
    /// The risk levels by which real keys are published.
    let riskLevels: RiskLevelVector
    /// The lifetime of keys after their window, in seconds.
    let retention: Int64

    /// `count` keys with random bytes, whose windows and levels have the distribution of `real`.
    ///
    /// If `real` is empty, they have the distribution of people whose symptoms started on any one of the last fourteen
    /// days and who upload whole days. Every window has ended, with its embargo, and none is older than its retention.
    func make(
        _ count: Int,
        like real: [DiagnosisKey],
        now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [DiagnosisKey] {
        let models = real.isEmpty ? models(now: now) : real.map(Model.init)
        return (0..<count).compactMap { _ in
            models.randomElement(using: &generator).flatMap { $0.key(Bytes16.random(using: &generator).bytes) }
        }
    }

    /// All properties of a key except its bytes.
    private struct Model {
        let rollingStart: IntervalNumber
        let rollingPeriod: Int
        let level: Int

        init(_ key: DiagnosisKey) {
            rollingStart = key.key.rollingStart
            rollingPeriod = key.key.rollingPeriod
            level = key.transmissionRiskLevel
        }

        init(day: CalendarDay, level: Int) {
            rollingStart = IntervalNumber(clamping: day.startInUTC)
            rollingPeriod = Int(IntervalNumber.perDay)
            self.level = level
        }

        var windowEnd: UnixTime {
            rollingStart.start.advanced(bySeconds: Int64(rollingPeriod) * IntervalNumber.seconds)
        }

        func key(_ bytes: [UInt8]) -> DiagnosisKey? {
            guard let keyData = try? TemporaryExposureKey.KeyData(bytes),
                let key = try? TemporaryExposureKey(
                    keyData: keyData,
                    rollingStart: rollingStart,
                    rollingPeriod: rollingPeriod
                )
            else {
                return nil
            }
            return DiagnosisKey(key: key, transmissionRiskLevel: level)
        }
    }

    private func models(now: UnixTime) -> [Model] {
        let days = (1...14).map { now.utcDay.advanced(byDays: -$0) }
        return days.flatMap { onset in
            days.compactMap { day in
                riskLevels.level(daysSinceOnset: day.days(since: onset)).map { Model(day: day, level: $0) }
            }
        }.filter { model in
            let age = now.seconds(since: model.windowEnd)
            return age >= Self.embargo && age < retention
        }
    }

    /// Two hours: the matcher's tolerance, as for real keys.
    private static let embargo = Int64(MatchingTolerance.intervals) * IntervalNumber.seconds
}
