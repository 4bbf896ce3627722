import ExposurePrimitives
import GAENCore
import ImmuniAPI

extension UploadRequest {
    /// The content that a dummy stores and undoes: as many random keys as a phone sends, one for each past day.
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
