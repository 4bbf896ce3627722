import Synchronization

/// The memory for the bodies of all requests of a process: one budget, and long arrays that are used again.
///
/// Nearly every request of a phone has a body of a hundred kilobytes that is read and forgotten. If each body were
/// allocated anew, the requests that wait for their release would lie between the gaps and keep several times their size.
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

    /// Whether so little is left that connections which hold bodies without finishing them should go.
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

    /// Takes the memory of an array back. Whoever still uses the array keeps it.
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

    /// Bytes from which an array is worth keeping.
    private static let long = 16 << 10
    /// The arrays that are kept: 16 MiB of them at most.
    private static let pooled = long...(256 << 10)
    private static let maxSpares = 64
}
