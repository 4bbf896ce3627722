/// An entry of Herald's extended data: a code, a length of one byte, and a value.
public struct TaggedValue: Hashable, Sendable {
    public let code: UInt8
    /// 0 to 255 bytes.
    public let value: [UInt8]

    /// - Throws: `valueTooLong` for more than 255 bytes.
    public init(code: UInt8, value: [UInt8]) throws(HeraldError) {
        guard value.count <= Self.maxValueSize else {
            throw .valueTooLong(value.count)
        }
        self.code = code
        self.value = value
    }

    public var bytes: [UInt8] { [code, UInt8(value.count)] + value }

    /// Reads entries to the end of `bytes`, in their order. Every code is kept, known or not.
    ///
    /// - Throws: `wrongLength` for an entry that ends early. Herald's own code shortens such an entry silently.
    public static func list(parsing bytes: some Collection<UInt8>) throws(HeraldError) -> [TaggedValue] {
        var reader = ByteReader(bytes, failure: HeraldError.wrongLength(bytes.count))
        var entries: [TaggedValue] = []
        while reader.remainingCount > 0 {
            let code = try reader.read(UInt8.self)
            let count = Int(try reader.read(UInt8.self))
            entries.append(try TaggedValue(code: code, value: try reader.readBytes(count)))
        }
        return entries
    }

    public static let maxValueSize = 255
}
