import ExposurePrimitives
import GAENCore
import Testing

/// Matches that the real matcher makes from a fixed key.
enum SampleMatch {
    /// A match of a key that starts at `start` and was heard at the given seconds after it.
    static func make(
        start: IntervalNumber,
        reports: [(seconds: Int64, rssi: Int8)],
        reportType: DiagnosisKey.ReportType? = nil,
        daysSinceOnset: Int? = nil,
        rollingPeriod: Int = 144
    ) throws -> Match {
        let key = try TemporaryExposureKey(UInt8(0)..<16, start: start.rawValue, period: rollingPeriod)
        let derived = DerivedKeys(of: key.keyData)
        let plain = BroadcastMetadata(transmitPower: -14).encoded
        let sightings = reports.map { report in
            let time = start.start.advanced(bySeconds: report.seconds)
            let identifier = derived.identifier(at: IntervalNumber(clamping: time))
            return Sighting(
                identifier: identifier,
                metadata: derived.transformMetadata(plain, with: identifier),
                rssi: report.rssi,
                time: time,
                previousScan: nil
            )
        }
        let diagnosisKey = DiagnosisKey(
            key: key,
            transmissionRiskLevel: 8,
            reportType: reportType,
            daysSinceOnsetOfSymptoms: daysSinceOnset
        )
        return try #require(DictionaryMatcher(sightings: sightings).matches(of: [diagnosisKey]).first)
    }
}

extension SampleMatch {
    /// An encounter within a day, with changing attenuations.
    static func random(using generator: inout SeededGenerator) throws -> Match {
        let age = UInt32.random(in: 1...12, using: &generator)
        let today = UInt32(SampleWindow.today.daysSinceEpoch)
        let scans = Int64.random(in: 1...12, using: &generator)
        return try make(
            start: IntervalNumber((today - age) * IntervalNumber.perDay),
            reports: (0..<scans).map { ($0 * 290, Int8.random(in: -95 ... -40, using: &generator)) },
            reportType: DiagnosisKey.ReportType.allCases.randomElement(using: &generator)
        )
    }
}
