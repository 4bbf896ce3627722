package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

extension InMemoryAssociation {
    package func put(_ batch: WaitingBatch, now: UnixTime) async throws(StoreError) -> Bool {
        content.withLock { content in
            let report = content.reports[batch.name.right]
            let isKnown = report.map { $0.state.registration == batch.registration || fault == .takesBatchesOfOthers }
            guard isKnown ?? (fault == .takesBatchesOfNoRight),
                (report.map { now < $0.expiry } ?? true) || fault == .takesBatchesOfAnExpiredRight
            else {
                return false
            }
            if content.waiting[batch.name] == nil || fault == .replacesAWaitingBatch {
                content.waiting[batch.name] = batch
            }
            return true
        }
    }

    package func waiting(limit: Int) async throws(StoreError) -> [BatchName] {
        content.withLock { content in
            let sorted = content.waiting.values.sorted {
                ($0.arrival, $0.name.right.exposedBytes.first ?? 0, $0.name.digest)
                    < ($1.arrival, $1.name.right.exposedBytes.first ?? 0, $1.name.digest)
            }
            let names = fault == .showsWaitingBatchesBackwards ? sorted.reversed().map(\.name) : sorted.map(\.name)
            return fault == .showsAnyNumberOfWaitingBatches ? names : Array(names.prefix(limit))
        }
    }

    package func batch(_ name: BatchName) async throws(StoreError) -> WaitingBatch? {
        content.withLock { $0.waiting[name] }
    }

    package func remove(_ name: BatchName) async throws(StoreError) {
        content.withLock { content in
            if fault != .keepsRemovedBatches {
                content.waiting[name] = nil
            }
        }
    }

    package func digests(of right: RightID) async throws(StoreError) -> Set<Bytes32> {
        content.withLock { content in
            let names = content.waiting.keys.filter { $0.right == right || fault == .showsWaitingBatchesOfAll }
            return Set(names.map(\.digest))
        }
    }

    package func count() async throws(StoreError) -> Int {
        content.withLock { $0.waiting.count }
    }

    /// Deletes the batches of rights that are gone.
    func deleteOrphans(unless fault: Fault, _ content: inout Content) {
        if self.fault != fault {
            content.waiting = content.waiting.filter { content.reports[$0.key.right] != nil }
        }
    }
}
