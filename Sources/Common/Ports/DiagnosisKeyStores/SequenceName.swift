/// The name of a sequence of chunks: 1 to 64 small letters, digits and hyphens.
///
/// A sequence numbers its chunks from 1, decides once which key is in which of them, and remembers the end of its last
/// period. A system names its sequences, for example by country and by the length of their periods.
public struct SequenceName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Nil if `name` is empty, has more than 64 characters, or one that is no small letter, digit or hyphen.
    public init?(_ name: String) {
        guard (1...Self.maxLength).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        description = name
    }

    private init(known name: String) {
        description = name
    }

    /// The only sequence of a system that has one.
    public static let main = SequenceName(known: "main")

    private static let maxLength = 64

    private static func isAllowed(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
