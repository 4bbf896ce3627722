import ExposurePrimitives
import GAENCore
import PhonePorts
import ProximityRadio

/// The framework's state beside sightings and known keys. It is written as a whole.
struct FrameworkState: Hashable {
    var authorisation = FrameworkAuthorisation.notDetermined
    var isEnabled = false
    var consent = KeyConsent()
    var quota = CallQuota()
    var mapping = MappingChoice()
    var keys = OwnKeys()
    var rotation = RotationClock()
    /// The address of the current term; nil before the first.
    var address: RadioAddress?

    /// Deletes the owner's keys and the last broadcast after fourteen days, and a consent once it covers nothing.
    mutating func forgetExpired(at now: UnixTime) {
        keys.forgetExpired(at: now)
        consent.forgetExpired(at: now)
        if let term = rotation.term, now.seconds(since: term.end) >= Retention.seconds {
            rotation = RotationClock()
            address = nil
        }
    }
}
