import Synchronization

/// The memory for the bodies of all requests of a process: one budget, and long arrays that are used again.
///
/// Nearly every request of a phone has a body of a hundred kilobytes that is read and dropped. Without this pool, new
/// bodies would be allocated between the requests that wait for their release. The process would then keep several
/// times the memory that it uses.
final class BodyMemory: Sendable {
    /// Bytes that all bodies may hold together.
    private let limit: Int
    private let used = Atomic(0)
    private let spares = Mutex<[[UInt8]]>([])

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes `count` bytes of the budget; false if that many are not left.
    func reserve(_ count: Int) -> Bool {
        let (before, now) = used.add(count, ordering: .relaxed)
        guard now <= limit || now <= before else {
            used.subtract(count, ordering: .relaxed)
            return false
        }
        return true
    }

    func release(_ count: Int) {
        used.subtract(count, ordering: .relaxed)
    }

    /// Bytes that bodies hold now.
    var usedBytes: Int { used.load(ordering: .relaxed) }

    /// Whether the budget is used up, so that a new body is refused.
    var isFull: Bool { usedBytes >= limit }

    /// Whether so little is left that connections with unfinished bodies should be closed.
    var isNearlyFull: Bool { usedBytes >= limit / 4 * 3 }

    /// An empty array with room for `capacity` bytes at least.
    func takeArray(capacity: Int) -> [UInt8] {
        var array: [UInt8] = []
        if capacity >= Self.long, let spare = spares.withLock({ $0.popLast() }) {
            array = spare
        }
        array.reserveCapacity(capacity)
        return array
    }

    /// Takes the memory of an array back. Other holders of the array keep it.
    func giveArray(_ array: consuming [UInt8]) {
        guard Self.pooled.contains(array.capacity) else {
            return
        }
        array.removeAll(keepingCapacity: true)
        let spare = array
        spares.withLock { spares in
            if spares.count < Self.maxSpares {
                spares.append(spare)
            }
        }
    }

    /// The minimum size of an array that is worth keeping, in bytes.
    private static let long = 16 << 10
    /// The arrays that are kept: at most 20 MiB of them. An array for a body of 256 KiB has room for somewhat more.
    private static let pooled = long...(320 << 10)
    private static let maxSpares = 64
}
