package import ExposureFramework
package import PhonePorts
package import WebPages
package import WireFormat

/// A client on a phone that is switched on.
package protocol RunningClient: Sendable {
    /// Its instance of the framework, whose permission the owner can withdraw; nil if it uses none.
    var framework: PortableExposureFramework? { get }

    /// Returns once all consequences of the event are complete.
    func handle(_ event: PhoneEvent) async

    /// The present screen.
    func screen(in frame: ScreenFrame) async -> HTML

    /// The meaning of a form of its screens; nil if no screen of its own posts it.
    func order(from fields: FormFields) -> ScreenOrder?
}

/// What an operating system tells a client.
package enum PhoneEvent: Sendable {
    /// The phone was switched on. The client is in the background. It must not wait for the owner here: at the first
    /// start no page can answer yet.
    case started
    case opened
    case closed
    /// A switch, a permission or the storage changed.
    case phoneChanged
    /// A background task is due.
    case woken(PhoneTask)
}

/// The meaning of a control on a screen.
package enum ScreenOrder: Sendable {
    /// Something that the client does; it returns once all consequences are complete.
    case action(@Sendable () async -> Void)
    /// The owner leaves the client for an update, which takes no time here.
    case update(Update)

    package enum Update: String, Sendable {
        case app
        case system
        case services
    }
}
