public import ExposurePrimitives
public import Persistence

/// Tells how many keys wait for company. A sequence that publishes only many keys at once can hold few for long.
public protocol WaitingKeyStore: Sendable {
    /// The number of keys of a sequence that are in no chunk, although their embargo ended at `moment` or before.
    func countWaitingKeys(in sequence: SequenceName, since moment: UnixTime) async throws(StoreError) -> Int
}
