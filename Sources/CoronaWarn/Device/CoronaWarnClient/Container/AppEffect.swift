import ExposurePrimitives
import PhonePorts

/// An effect of the app outside itself. The state that belongs to it is written to the file first.
enum AppEffect: Equatable, Sendable {
    case life(LifeEffect)
    case session(SessionEffect)
    /// Has the framework give the owner's keys. It asks the owner, unless they agreed within 24 hours.
    case askForKeys
    /// Sends one request of a sequence.
    case send(SequenceCall)
    case show(PhoneNotification)
    case schedule(PhoneTask, at: UnixTime?)
}
