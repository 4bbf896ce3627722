/// The limits on the work that a file may cause before it is refused.
public struct ExportLimits: Hashable, Sendable {
    /// The size of export.bin and export.sig together, uncompressed, in bytes.
    public let maximumExpandedSize: Int
    /// How many times larger than its compressed form an entry may be.
    public let maximumExpansionRatio: Int

    public init(maximumExpandedSize: Int, maximumExpansionRatio: Int) {
        self.maximumExpandedSize = maximumExpandedSize
        self.maximumExpansionRatio = maximumExpansionRatio
    }

    /// 64 MiB and 200 : 1. A file of 750 000 keys, the framework's maximum, has 23 MiB.
    public static let standard = ExportLimits(maximumExpandedSize: 64 << 20, maximumExpansionRatio: 200)
}
