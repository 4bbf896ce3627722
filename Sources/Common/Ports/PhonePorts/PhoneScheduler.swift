public import ExposurePrimitives

/// How an app is woken later: the background tasks of an operating system, or a timer while the app is open.
///
/// Nothing is lost where the system forgets a request, for example as the phone was off: the app asks again whenever it
/// starts.
public protocol PhoneScheduler: Sendable {
    /// Wakes the app for `task` at `time` or later, in place of an earlier request; nil withdraws that.
    func schedule(_ task: PhoneTask, at time: UnixTime?)
}

/// What an app is woken for.
public enum PhoneTask: Hashable, Sendable, CaseIterable {
    /// Settings, new TEK Chunks, detection: needs a network, runs in the background for minutes.
    case backgroundSession
    /// A TEK Chunk that failed is tried again alone.
    case chunkRetry
    /// A dummy: on iOS while the app is open, on Android in the background.
    case coverTraffic
    /// Operational Info waits for an attestation that could not be had.
    case attestationRetry
}
