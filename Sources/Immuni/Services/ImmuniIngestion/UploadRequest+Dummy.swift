import ExposurePrimitives
import GAENCore
import ImmuniAPI

extension UploadRequest {
    /// What a dummy is given to store and take back: as many keys as a phone sends, random, one for each past day.
    static func dummy(now: UnixTime) -> UploadRequest {
        var generator = SystemRandomNumberGenerator()
        let interval = IntervalNumber(clamping: now)
        let keys = (0..<UploadLimits.keysSent).compactMap { daysAgo in
            interval.advanced(by: -daysAgo * Int(IntervalNumber.perDay)).flatMap { interval in
                try? TemporaryExposureKey.generate(forDayOf: interval, using: &generator)
            }
        }
        return UploadRequest(
            province: Province.abroad,
            keys: keys,
            epidemiologicalInfo: EpidemiologicalInfo(summaries: [])
        )
    }
}
