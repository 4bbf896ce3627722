/// The name of an object: a path of segments with `/` between them, such as `date/2026-11-20/hour/7`.
///
/// A name may be the beginning of another: `date/2026-11-20` is an object, and so is `date/2026-11-20/hour/7`. A name
/// is safe in a URL as it is, because RFC 3986 (2.3) reserves none of its characters.
public struct ObjectName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Bytes of one segment at most. A file system allows 255 for a file's name.
    public static let maxSegmentLength = 128
    /// Bytes of the whole name at most, `/` included. Object stores allow 1024, and may put a prefix in front.
    public static let maxLength = 512

    /// Nil if `name` has more than 512 bytes, or a segment is wrong. A segment has 1 to 128 bytes: letters, digits,
    /// `-`, `_` and single dots between them.
    public init?(_ name: String) {
        guard name.utf8.count <= Self.maxLength else {
            return nil
        }
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.allSatisfy(Self.isSegment) else {
            return nil
        }
        description = name
    }

    /// The parts between the slashes; at least one, none empty.
    public var segments: [Substring] { description.split(separator: "/") }

    /// Whether `folder` is a beginning of this name, and this name has more segments.
    public func isUnder(_ folder: ObjectName) -> Bool {
        description.hasPrefix("\(folder)/")
    }

    private static func isSegment(_ segment: Substring.UTF8View) -> Bool {
        guard (1...maxSegmentLength).contains(segment.count), segment.allSatisfy(isAllowed) else {
            return false
        }
        // So no segment is `.` or `..`, and none is the name of a hidden file.
        return segment.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }

    private static func isAllowed(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
