public import ExposurePrimitives
public import GAENCore
public import Persistence

/// Takes keys out of a chunk that its authority withdraws.
public protocol WithdrawalStore: Sendable {
    /// Lets the keys of a published chunk wait again, so that a later chunk of their sequence has them.
    ///
    /// The unsound keys of the chunk are deleted from every sequence. All of it is one transaction, and a second call
    /// finds nothing to do. The chunk keeps its index and its row.
    ///
    /// - Parameter release: the moment from which the keys may be in a chunk.
    /// - Returns: the number of keys that wait again.
    func withdrawKeys(
        ofChunk index: Int,
        in sequence: SequenceName,
        except unsound: Set<TemporaryExposureKey.KeyData>,
        from release: UnixTime
    ) async throws(StoreError) -> Int
}
