public import ExposurePrimitives

/// Wakes an app later: the background tasks of an operating system, or a timer while the app is open.
///
/// A request that the system forgets, for example because the phone was off, is not lost: the app asks again at each
/// start.
public protocol PhoneScheduler: Sendable {
    /// Wakes the app for `task` at `time` or later, and replaces an earlier request; nil removes that request.
    func schedule(_ task: PhoneTask, at time: UnixTime?)
}

/// The reason for waking an app.
public enum PhoneTask: Hashable, Sendable, CaseIterable {
    /// Settings, new TEK Chunks and detection. It needs a network and runs in the background for minutes.
    case backgroundSession
    /// A retry of a TEK Chunk that failed, alone.
    case chunkRetry
    /// A dummy: on iOS while the app is open, on Android in the background.
    case coverTraffic
    /// Operational Info waits for an attestation that was unavailable.
    case attestationRetry
}
