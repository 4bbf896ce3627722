import ExposurePrimitives
public import GAENCore
import PhonePorts
import ProximityRadio

extension PortableExposureFramework {
    public var releasableKeyCount: Int? {
        guard state.authorisation == .authorised, state.isEnabled else {
            return nil
        }
        let now = phone.clock.now()
        var keys = state.keys
        keys.forgetExpired(at: now)
        return keys.release(at: now, endingCurrent: options.todaysKey == .shortened).count
    }

    public func temporaryExposureKeyHistory() async throws(ExposureFrameworkError) -> [TemporaryExposureKey] {
        try requireEnabled()
        let isConsentNew = !state.consent.covers(phone.clock.now())
        if isConsentNew {
            let interruptions = interruptions
            guard try await ask({ await $0.mayShareKeys() }) else {
                throw .rejectedOptIn
            }
            try requireUndisturbed(since: interruptions)
        }
        try forgetExpired()
        let now = phone.clock.now()
        let endingCurrent = options.todaysKey == .shortened
        let released = try change { state in
            if isConsentNew {
                state.consent = KeyConsent(givenAt: now)
            }
            let released = state.keys.release(at: now, endingCurrent: endingCurrent)
            if let term = state.rotation.term, state.keys.usableKey(at: term.interval) == nil {
                // No identifier of a released key may be broadcast any more.
                state.rotation = RotationClock()
            }
            return released
        }
        current = nil
        return released
    }
}
