public import WireFormat

/// The answer of `GET /v1/keys/index`: the TEK Chunks on offer, without gaps.
public struct ChunkIndex: Hashable, Sendable {
    /// Both 1…2⁶³−1; `oldest` is not above `newest`.
    public let oldest: Int
    public let newest: Int

    public init?(oldest: Int, newest: Int) {
        guard oldest >= 1, newest >= oldest else {
            return nil
        }
        self.oldest = oldest
        self.newest = newest
    }

    public init(parsing body: [UInt8]) throws(JSONError) {
        var oldest, newest: Int?
        var reader = JSONReader(body)
        try reader.readObject { reader, name throws(JSONError) in
            switch name {
            case "oldest": oldest = try reader.readInteger(in: 1...Int.max)
            case "newest": newest = try reader.readInteger(in: 1...Int.max)
            default: _ = try reader.readValue()
            }
        }
        try reader.readEnd()
        guard let oldest, let newest, let index = ChunkIndex(oldest: oldest, newest: newest) else {
            throw .wrongMembers
        }
        self = index
    }

    public var body: [UInt8] {
        Array(#"{"oldest":\#(oldest),"newest":\#(newest)}"#.utf8)
    }
}
