import DiagnosisKeyStores
package import ExposurePrimitives
import GAENCore
package import ImmuniAPI
package import KeyServerRules
import WireFormat

/// Decides what of an upload is stored. Pure: the same upload at the same moment gives the same keys.
package struct UploadPolicy: Sendable {
    private let riskLevels: RiskLevelVector

    package init(riskLevels: RiskLevelVector) {
        self.riskLevels = riskLevels
    }

    /// Prepares an upload for the database: all work but what depends on the onset of symptoms, which only the
    /// transaction learns. Every other upload waits for that transaction.
    ///
    /// - Parameter trusted: the latest moment that is trusted; `now` where the clock is.
    package func accept(
        _ upload: UploadRequest,
        now: UnixTime,
        trusted: UnixTime,
        skew: ClockSkew
    ) -> AcceptedUpload {
        var generator = SystemRandomNumberGenerator()
        let inboxEntry = InboxEntry(
            identifier: Bytes16.random(using: &generator),
            // Analytics count days in UTC, for all that they are told.
            receivedOn: now.utcDay,
            province: upload.province.keptCode,
            epidemiologicalInfo: upload.epidemiologicalInfo.json.encoded
        )
        return AcceptedUpload(
            policy: self,
            keys: upload.keys,
            inboxEntry: inboxEntry,
            now: now,
            trusted: trusted,
            skew: skew
        )
    }

    /// The key with its level and embargo, or nil where it is not published: wholly older than fourteen days by either
    /// clock, or of a day that the vector leaves out. Only a trusted time makes a key too old.
    func storedKey(
        _ key: TemporaryExposureKey,
        symptomsStartedOn: CalendarDay,
        now: UnixTime,
        trusted: UnixTime,
        skew: ClockSkew
    ) -> StoredKey? {
        guard trusted.seconds(since: min(key.windowEnd, skew.corrected(key.windowEnd))) < Retention.seconds else {
            return nil
        }
        let day = skew.corrected(key.rollingStart.start).utcDay
        guard let level = riskLevels.level(daysSinceOnset: day.days(since: symptomsStartedOn)) else {
            return nil
        }
        return StoredKey(
            diagnosisKey: DiagnosisKey(key: key, transmissionRiskLevel: level),
            releasableAt: Self.releasableAt(key, now: now, skew: skew)
        )
    }

    /// The embargo's end: two hours, the matcher's tolerance, after the key's window.
    ///
    /// A phone whose clock is slow goes on with the key after the window that it names. Its key waits until then too,
    /// rounded up to midnight UTC, so that the moment does not tie its keys together.
    static func releasableAt(_ key: TemporaryExposureKey, now: UnixTime, skew: ClockSkew) -> UnixTime {
        let named = key.windowEnd.advanced(bySeconds: embargo)
        let actual = skew.corrected(named)
        guard actual > now, actual.seconds(since: named) > smallSkew else {
            return named
        }
        let day = actual.utcDay.startInUTC
        return day == actual ? day : day.advanced(bySeconds: UnixTime.secondsPerDay)
    }

    /// Two hours: `MatchingTolerance` in seconds.
    static let embargo = Int64(MatchingTolerance.intervals) * IntervalNumber.seconds
    /// Clocks this near are taken as right.
    static let smallSkew = IntervalNumber.seconds
}
