import DiagnosisKeyStores
package import ExposurePrimitives
import GAENCore
package import ImmuniAPI
package import KeyServerRules
import WireFormat

/// Decides which parts of an upload are stored. It is pure: the same upload at the same moment gives the same keys.
package struct UploadPolicy: Sendable {
    private let riskLevels: RiskLevelVector

    package init(riskLevels: RiskLevelVector) {
        self.riskLevels = riskLevels
    }

    /// Prepares an upload for the database. It does all work except the part that depends on the onset of symptoms,
    /// which only the transaction knows. Every other upload waits for that transaction.
    ///
    /// - Parameter trusted: the latest trusted moment; `now` if the clock is trusted.
    package func accept(_ upload: UploadRequest, now: UnixTime, trusted: UnixTime, skew: ClockSkew) -> AcceptedUpload {
        var generator = SystemRandomNumberGenerator()
        let inboxEntry = InboxEntry(
            identifier: Bytes16.random(using: &generator),
            // All days of analytics are in UTC, so this one is too.
            receivedOn: now.utcDay,
            area: upload.province.keptCode,
            content: upload.epidemiologicalInfo.json.encoded
        )
        let keys = upload.keys.filter { Self.isYoung($0, trusted: trusted, skew: skew) }.map { key in
            AcceptedUpload.Key(
                key: key,
                day: skew.corrected(key.rollingStart.start).utcDay,
                releasableAt: Self.releasableAt(key, now: now, skew: skew)
            )
        }
        return AcceptedUpload(keys: keys, riskLevels: riskLevels, inboxEntry: inboxEntry, day: now.utcDay)
    }

    /// Keys wholly older than fourteen days by either clock are not published. Only a trusted time makes a key too old.
    private static func isYoung(_ key: TemporaryExposureKey, trusted: UnixTime, skew: ClockSkew) -> Bool {
        trusted.seconds(since: min(key.windowEnd, skew.corrected(key.windowEnd))) < Retention.seconds
    }

    /// The end of the key's embargo.
    ///
    /// A phone whose clock is slow still uses the key after its stated window. So the embargo also covers that time.
    /// The end is then rounded up to midnight UTC, so the moment does not link the phone's keys.
    static func releasableAt(_ key: TemporaryExposureKey, now: UnixTime, skew: ClockSkew) -> UnixTime {
        let named = key.windowEnd.advanced(bySeconds: TemporaryExposureKey.embargo)
        let actual = skew.corrected(named)
        guard actual > now, actual.seconds(since: named) > smallSkew else {
            return named
        }
        let day = actual.utcDay.startInUTC
        return day == actual ? day : day.advanced(bySeconds: UnixTime.secondsPerDay)
    }

    /// Clocks with at most this difference count as right.
    static let smallSkew = IntervalNumber.seconds
}
