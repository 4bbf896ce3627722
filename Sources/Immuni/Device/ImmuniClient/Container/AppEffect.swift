import ExposurePrimitives
import GAENCore
import ImmuniAPI
import Localisation
import PhonePorts

/// What the app does outside itself. The state that belongs to it is in the file before.
enum AppEffect: Equatable, Sendable {
    /// Looks at permissions, Bluetooth, versions.
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
    /// Pretends to validate or to upload.
    case sendDummy(DummyKind)
    case show(PhoneNotification)
    case schedule(PhoneTask, at: UnixTime?)
    /// Deletes everything, the framework's keys included.
    case wipe

    /// Whether it is done even where the state that belongs to it is not in the file. A session calls for all other
    /// wake-ups; a dummy's would come every few seconds for nothing.
    var needsNoFile: Bool {
        switch self {
        case .observePhone: true
        case .schedule(.backgroundSession, let time): time != nil
        default: false
        }
    }
}

/// What a dummy of the upload host looks like.
enum DummyKind: Equatable, Sendable {
    case validation
    case upload
}

/// What a detection needs to know.
struct DetectionPlan: Equatable, Sendable {
    let chunks: ChunkProgress
    let retriesOnly: Bool
}
