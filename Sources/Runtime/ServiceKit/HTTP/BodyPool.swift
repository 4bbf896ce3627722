import Synchronization

/// Memory for long bodies, used again and again.
///
/// Nearly every request of a phone has a body of a hundred kilobytes that is read and forgotten. Were each allocated anew,
/// what stays of the requests that wait would lie scattered between the gaps and keep several times its size in memory.
final class BodyPool: Sendable {
    private let free = Mutex<[[UInt8]]>([])

    /// An empty array for a body of `length` bytes.
    func take(_ length: Int) -> [UInt8] {
        guard length >= Self.long else {
            return []
        }
        var array = free.withLock { $0.popLast() } ?? []
        array.reserveCapacity(length)
        return array
    }

    /// Takes the memory of a body back; whoever still uses the body keeps it.
    func give(_ body: consuming [UInt8]) {
        guard body.capacity >= Self.long else {
            return
        }
        body.removeAll(keepingCapacity: true)
        let array = body
        free.withLock { free in
            if free.count < Self.most {
                free.append(array)
            }
        }
    }

    /// Bytes from which a body is worth the trouble.
    private static let long = 16 << 10
    /// Bodies that are kept at most, 7 MiB with the apps' packets.
    private static let most = 64
}
