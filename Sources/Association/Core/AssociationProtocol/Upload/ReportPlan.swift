/// Divides records among batches of one size. The number of batches is the same for every phone, whatever it reports.
public struct ReportPlan: Hashable, Sendable {
    /// Bytes of every batch.
    public let batchSize: Int
    public let batchCount: Int

    /// - Throws: `malformed` for a size above ``UploadBatch/maxSize`` or without room for a record, and for a number
    ///   outside 1 to ``ReportManifest/maxBatches``.
    public init(batchSize: Int, batchCount: Int) throws(AssociationError) {
        let sizes = UploadBatch.size(of: []) + UploadBatch.minPaddingSize...UploadBatch.maxSize
        guard sizes.contains(batchSize), (1...ReportManifest.maxBatches).contains(batchCount) else {
            throw .malformed
        }
        self.batchSize = batchSize
        self.batchCount = batchCount
    }

    /// The records of each batch, in their order. Batches without a record are left empty, and padding fills all.
    ///
    /// - Parameter limit: the most records of a batch.
    /// - Throws: `wrongLength` with the number of records that fit, if not all do.
    public func divide(
        _ records: [UploadRecord],
        atMost limit: Int = UploadBatch.maxRecords
    ) throws(AssociationError) -> [[UploadRecord]] {
        // Padding always has room, so no batch needs to end exactly at its size.
        let capacity = batchSize - UploadBatch.size(of: []) - UploadBatch.minPaddingSize
        var batches: [[UploadRecord]] = []
        var (current, used) = ([UploadRecord](), 0)
        for (index, record) in records.enumerated() {
            let size = UploadBatch.lengthSize + record.bytes.count
            if used + size > capacity || current.count == limit {
                batches.append(current)
                (current, used) = ([], 0)
            }
            guard size <= capacity, batches.count < batchCount else {
                throw .wrongLength(index)
            }
            current.append(record)
            used += size
        }
        batches.append(current)
        return batches + Array(repeating: [], count: batchCount - batches.count)
    }
}
