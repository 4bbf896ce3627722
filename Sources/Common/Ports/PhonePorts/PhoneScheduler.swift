public import ExposurePrimitives

/// How an app is woken later: the background tasks of an operating system, or a timer while the app is open.
///
/// Nothing is lost where the system forgets a request, for example as the phone was off: the app asks again whenever it
/// starts.
public protocol PhoneScheduler: Sendable {
    /// Wakes the app for `task` at `time` or later, in place of an earlier request; nil withdraws that.
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
