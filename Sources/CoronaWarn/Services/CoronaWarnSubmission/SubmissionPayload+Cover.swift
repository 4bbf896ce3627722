import CoronaWarnAPI
import ExposurePrimitives
import GAENCore

extension SubmissionPayload {
    /// The content that a fake stores and takes back: as many random keys as a phone sends, one for each past day.
    static func cover(now: UnixTime, using generator: inout some RandomNumberGenerator) -> SubmissionPayload {
        let today = IntervalNumber(clamping: now)
        var keys: [SubmittedKey] = []
        for daysAgo in 1...CoronaWarnLimits.defaultKeyCount {
            guard let interval = today.advanced(by: -daysAgo * Int(IntervalNumber.perDay)),
                let key = try? TemporaryExposureKey.generate(forDayOf: interval, using: &generator),
                let submitted = SubmittedKey(key: key, transmissionRiskLevel: 8, onsetCode: nil)
            else {
                continue
            }
            keys.append(submitted)
        }
        return SubmissionPayload(keys: keys, visitedCountries: [], consentsToFederation: true)
    }
}
