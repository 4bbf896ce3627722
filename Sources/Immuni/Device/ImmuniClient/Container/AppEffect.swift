import ExposurePrimitives
import GAENCore
import ImmuniAPI
import Localisation
import PhonePorts

/// An effect of the app outside itself. The state that belongs to it is written to the file first.
enum AppEffect: Equatable, Sendable {
    /// Reads permissions, Bluetooth and versions.
    case observePhone
    case fetchSettings
    case fetchFAQ(target: String, Language)
    /// Fetches TEK Chunks and looks for exposures.
    case detect(DetectionPlan)
    case enableFramework
    case disableFramework
    case askForNotifications
    case validate(OneTimePassword)
    /// Has the system ask the owner for consent.
    case askForKeys
    case upload(OneTimePassword, [TemporaryExposureKey])
    case requestToken(AnalyticsToken)
    case sendInfo(InfoOrder)
    /// Sends a dummy validation or upload.
    case sendDummy(DummyKind)
    case show(PhoneNotification)
    case schedule(PhoneTask, at: UnixTime?)
    /// Deletes everything, the framework's keys included.
    case wipe
}

/// The kind of a dummy to the upload host.
enum DummyKind: Equatable, Sendable {
    case validation
    case upload
}

/// The parameters of a detection.
struct DetectionPlan: Equatable, Sendable {
    let chunks: ChunkProgress
    let retriesOnly: Bool
}
