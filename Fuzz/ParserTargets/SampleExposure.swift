import ExposurePrimitives
import GAENCore

/// What a phone found: somebody was near for an hour, closer and closer, two days ago.
enum SampleExposure {
    static let matches = Result {
        let start = IntervalNumber((UInt32(FuzzMoment.today.daysSinceEpoch) - 2) * IntervalNumber.perDay)
        let keyData = try TemporaryExposureKey.KeyData([UInt8](0..<16))
        let key = DiagnosisKey(
            key: try TemporaryExposureKey(keyData: keyData, rollingStart: start, rollingPeriod: 144),
            transmissionRiskLevel: 6,
            reportType: .confirmedTest,
            daysSinceOnsetOfSymptoms: 1
        )
        let derived = DerivedKeys(of: keyData)
        let sightings = (0..<12).map { number in
            let time = start.start.advanced(bySeconds: 30_000 + Int64(number) * 300)
            let identifier = derived.identifier(at: IntervalNumber(clamping: time))
            return Sighting(
                identifier: identifier,
                metadata: derived.transformMetadata(BroadcastMetadata(transmitPower: -14).encoded, with: identifier),
                rssi: Int8(-90 + 4 * number),
                time: time,
                previousScan: time.advanced(bySeconds: -300)
            )
        }
        return DictionaryMatcher(sightings: sightings).matches(of: [key])
    }
}
