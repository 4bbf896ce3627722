package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import ImmuniAPI

/// An upload that is ready to be stored, except for the onset of symptoms.
package struct AcceptedUpload: Sendable {
    let policy: UploadPolicy
    let keys: [TemporaryExposureKey]
    let inboxEntry: InboxEntry
    let now: UnixTime
    let trusted: UnixTime
    let skew: ClockSkew

    /// The database's content for a person whose right has this evidence. A rehearsal has none and takes the day of the
    /// upload as the onset of symptoms.
    ///
    /// The risk level is fixed here, so the onset is never stored beside a key: it could link the keys of one person.
    package func content(evidence: RightEvidence) -> UploadContent {
        let symptomsStartedOn = evidence.day ?? now.utcDay
        return UploadContent(
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
