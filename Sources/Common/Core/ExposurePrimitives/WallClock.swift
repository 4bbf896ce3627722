/// The only source of "now" in Avviso: every component that needs the time is given one.
///
/// Production passes a clock that reads the system; tests and the demo pass one that they move.
public protocol WallClock: Sendable {
    /// The present moment.
    func now() -> UnixTime
}
