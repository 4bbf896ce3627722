package import DiagnosisKeyStores
package import ExposurePrimitives
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

    /// The database's content for a person whose symptoms started on `symptomsStartedOn`.
    ///
    /// The risk level is fixed here, so the onset is never stored beside a key: it could link the keys of one person.
    package func content(symptomsStartedOn: CalendarDay) -> UploadContent {
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
