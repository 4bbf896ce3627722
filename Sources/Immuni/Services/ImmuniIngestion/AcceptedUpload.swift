package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import ImmuniAPI
package import Persistence

/// An upload that is ready to be stored, except for the onset of symptoms.
package struct AcceptedUpload: Sendable {
    let policy: UploadPolicy
    let keys: [TemporaryExposureKey]
    let inboxEntry: InboxEntry
    let now: UnixTime
    let trusted: UnixTime
    let skew: ClockSkew

    /// The database's content for a person whose right has this evidence. Throws if it is no day: no code is authorised
    /// without one, and a day that nobody gave would decide which keys are published.
    package func content(evidence: RightEvidence) throws(StoreError) -> UploadContent {
        guard let day = evidence.day else {
            throw .damagedRow(table: "upload_right")
        }
        return content(symptomsStartedOn: day)
    }

    /// The content of a rehearsal. It has no right, and takes the day of the upload as the onset of symptoms.
    var rehearsedContent: UploadContent { content(symptomsStartedOn: now.utcDay) }

    /// The risk level is fixed here, so the onset is never stored beside a key: it could link the keys of one person.
    private func content(symptomsStartedOn: CalendarDay) -> UploadContent {
        UploadContent(
            keys: keys.compactMap { key in
                policy.storedKey(
                    key,
                    symptomsStartedOn: symptomsStartedOn,
                    now: now,
                    trusted: trusted,
                    skew: skew
                )
            },
            inboxEntry: inboxEntry
        )
    }
}
