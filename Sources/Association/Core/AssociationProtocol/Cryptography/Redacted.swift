/// Makes a type print as `<redacted>`: in `print`, `dump`, string interpolation and a debugger's mirror.
///
/// Keys must never be printed. Identifiers must not be either: an identifier in a log links a person's places.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
