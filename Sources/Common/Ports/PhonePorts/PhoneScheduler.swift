public import ExposurePrimitives

/// Wakes an app later: the background tasks of an operating system, or a timer while the app is open.
///
/// A request that the system forgets, for example because the phone was off, is not lost: the app asks again at each
/// start.
public protocol PhoneScheduler: Sendable {
    /// Wakes the app for `task` at `time` or later, and replaces an earlier request; nil removes that request.
    func schedule(_ task: PhoneTask, at time: UnixTime?)
}

/// A reason to wake a client. Each client defines its own.
public struct PhoneTask: Hashable, Sendable {
    /// Chosen by the client: letters, digits and hyphens, so an app can make a system's identifier of it.
    public let identifier: String

    public init(_ identifier: String) {
        self.identifier = identifier
    }
}
