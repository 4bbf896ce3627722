import HeraldPayloads

/// All batches of a report by their digests. A right is bound to it before the first batch arrives, so nothing is added
/// later, and a report goes on where it stopped.
public struct ReportManifest: Hashable, Sendable {
    /// ``UploadBatch/digest`` of each, in order; 1 to ``maxBatches``. Batches without a contact have the same digest,
    /// so one of them stands for all.
    public let batches: [Bytes32]

    /// - Throws: `malformed` for no batch or too many.
    public init(batches: [Bytes32]) throws(AssociationError) {
        guard (1...Self.maxBatches).contains(batches.count) else {
            throw .malformed
        }
        self.batches = batches
    }

    /// Reads the digests, 32 bytes each.
    public init(parsing bytes: some Collection<UInt8>) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        var batches: [Bytes32] = []
        while reader.remainingCount > 0, let digest = Bytes32(try reader.readBytes(Bytes32.count)) {
            batches.append(digest)
        }
        try self.init(batches: batches)
    }

    public var bytes: [UInt8] { batches.flatMap(\.bytes) }

    /// SHA-256 of `HAA report` and the digests.
    public var digest: Bytes32 { Bytes32(hashing: Array("HAA report".utf8) + bytes) }

    /// Batches of a report.
    public static let maxBatches = 64
}
