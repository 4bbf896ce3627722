package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import KeyServerRules
package import Persistence

/// An upload that is ready to be stored, except for the onset of symptoms.
package struct AcceptedUpload: Sendable {
    let keys: [Key]
    let riskLevels: RiskLevelVector
    let inboxEntry: InboxEntry
    /// The UTC day of the upload.
    let day: CalendarDay

    struct Key: Sendable {
        let key: TemporaryExposureKey
        /// The UTC day of its first second, by the server's clock.
        let day: CalendarDay
        let releasableAt: UnixTime
    }

    /// The database's content for a person whose right has this evidence. Throws if it is no day: no code is authorised
    /// without one, and a day that nobody gave would decide which keys are published.
    package func content(evidence: RightEvidence) throws(StoreError) -> UploadContent {
        guard let day = evidence.day else {
            throw .damagedRow(table: "upload_right")
        }
        return content(symptomsStartedOn: day)
    }

    /// The content of a rehearsal. It has no right, and takes the day of the upload as the onset of symptoms.
    var rehearsedContent: UploadContent { content(symptomsStartedOn: day) }

    /// The risk level is fixed here, so the onset is never stored beside a key: it could link the keys of one person.
    /// Keys of a day that has no level are not published.
    private func content(symptomsStartedOn onset: CalendarDay) -> UploadContent {
        UploadContent(
            keys: keys.compactMap { key in
                riskLevels.level(daysSinceOnset: key.day.days(since: onset)).map { level in
                    StoredKey(
                        diagnosisKey: DiagnosisKey(key: key.key, transmissionRiskLevel: level),
                        releasableAt: key.releasableAt
                    )
                }
            },
            inboxEntry: inboxEntry
        )
    }
}
