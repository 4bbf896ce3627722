/// The only source of "now" in Avviso. Every component that needs the time gets one.
///
/// Production passes a clock that reads the system. Tests and the demo pass a clock that they control.
///
/// ```swift
/// struct SystemClock: WallClock {
///     func now() -> UnixTime { UnixTime(Int64(Date().timeIntervalSince1970)) }
/// }
/// ```
public protocol WallClock: Sendable {
    /// The present moment.
    func now() -> UnixTime
}
