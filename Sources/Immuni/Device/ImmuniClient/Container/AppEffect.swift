import ExposurePrimitives
import PhonePorts

/// An effect of the app outside itself. The state that belongs to it is written to the file first.
enum AppEffect: Equatable, Sendable {
    case life(LifeEffect)
    case session(SessionEffect)
    case upload(UploadEffect)
    case analytics(AnalyticsEffect)
    /// Sends a dummy validation or upload.
    case sendDummy(DummyKind)
    case show(PhoneNotification)
    case schedule(PhoneTask, at: UnixTime?)
}
