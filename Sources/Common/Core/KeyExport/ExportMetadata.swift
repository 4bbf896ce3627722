public import ExposurePrimitives

/// The metadata of an export file.
public struct ExportMetadata: Hashable, Sendable {
    /// The start of the period in which the keys were released. Files are distinguished by period, region and batch
    /// number.
    public let start: UnixTime
    public let end: UnixTime
    /// The origin of the keys: free text, usually a mobile country code such as `222` or an ISO code such as `DE`.
    public let region: String
    /// This file is number `batchNumber` (counted from one) of the `batchSize` files of its period and region.
    public let batchNumber: Int
    public let batchSize: Int

    /// - Throws: if the period is reversed or before 1970, the batch number is outside 1…`batchSize`, or the size is
    ///   outside 1…1 000 000.
    public init(
        start: UnixTime,
        end: UnixTime,
        region: String,
        batchNumber: Int = 1,
        batchSize: Int = 1
    ) throws(ExportError) {
        guard start.seconds >= 0, start <= end else {
            throw .content(.periodInvalid(start: start, end: end))
        }
        guard Self.batchSizes.contains(batchSize) else {
            throw .content(.batchSizeOutOfRange(batchSize))
        }
        guard (1...batchSize).contains(batchNumber) else {
            throw .content(.batchNumberOutOfRange(batchNumber, size: batchSize))
        }
        self.start = start
        self.end = end
        self.region = region
        self.batchNumber = batchNumber
        self.batchSize = batchSize
    }

    /// The number of files that a period and region may have.
    public static let batchSizes = 1...1_000_000
}
