import Synchronization

/// Files in memory, up to a number of bytes. Beyond it, those that were used least recently make room.
package final class RecentFiles<Name: Hashable & Sendable, File: Sendable>: Sendable {
    private let capacity: Int
    private let kept = Mutex(Kept())

    private struct Kept {
        var entries: [Name: Entry] = [:]
        var size = 0
        var uses: UInt64 = 0

        mutating func remove(_ name: Name) {
            size -= entries.removeValue(forKey: name)?.size ?? 0
        }
    }

    private struct Entry {
        let file: File
        let size: Int
        var lastUse: UInt64
    }

    /// - Parameter capacity: the maximum number of bytes; by default 64 MiB.
    package init(capacity: Int = 64 << 20) {
        self.capacity = capacity
    }

    /// The file, which is used by that; nil if it is not here.
    package subscript(name: Name) -> File? {
        kept.withLock { kept in
            guard let place = kept.entries.index(forKey: name) else {
                return nil
            }
            kept.uses += 1
            kept.entries.values[place].lastUse = kept.uses
            return kept.entries.values[place].file
        }
    }

    /// Keeps a file in place of a former one with its name. One that is larger than the capacity is not kept.
    ///
    /// - Parameter size: in bytes.
    package func keep(_ file: File, as name: Name, size: Int) {
        kept.withLock { kept in
            kept.remove(name)
            guard size <= capacity else {
                return
            }
            kept.uses += 1
            kept.entries[name] = Entry(file: file, size: size, lastUse: kept.uses)
            kept.size += size
            while kept.size > capacity,
                let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                kept.remove(oldest.key)
            }
        }
    }

    package func forget(_ name: Name) {
        kept.withLock { $0.remove(name) }
    }
}
