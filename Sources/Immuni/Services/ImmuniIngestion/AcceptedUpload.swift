package import DiagnosisKeyStores
package import ExposurePrimitives
import GAENCore
import ImmuniAPI

/// An upload that lacks nothing but the onset of symptoms to be stored.
package struct AcceptedUpload: Sendable {
    let policy: UploadPolicy
    let keys: [TemporaryExposureKey]
    let inboxEntry: InboxEntry
    let now: UnixTime
    let trusted: UnixTime
    let skew: ClockSkew

    /// What the database is given for a person whose symptoms started on `symptomsStartedOn`.
    ///
    /// The risk level is fixed here, so that the onset is never stored beside a key: keys of one person could be found
    /// by it.
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
