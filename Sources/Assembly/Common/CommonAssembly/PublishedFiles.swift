import ExposurePrimitives
import FileStorage
import Foundation
import Persistence
import Synchronization

/// The storage of the published files. It is made when it is first needed: a command that publishes nothing needs
/// neither a folder nor the key of a bucket. After that all share it, with its connections and its memory.
final class PublishedFiles: Sendable {
    private let settings: RealmSettings
    private let clock: any WallClock
    private let made = Mutex<(any ObjectStore)?>(nil)

    static let folder = "chunks"

    init(_ settings: RealmSettings, clock: any WallClock) {
        self.settings = settings
        self.clock = clock
    }

    /// - Throws: if the folder cannot be made, or the key of the bucket cannot be read.
    func store() throws -> any ObjectStore {
        try made.withLock { made in
            if let made {
                return made
            }
            let store: any ObjectStore =
                if let storage = settings.storage {
                    try storage.store(clock: clock)
                } else {
                    try FileObjectStore(folder: settings.dataFolder.appending(path: Self.folder))
                }
            made = store
            return store
        }
    }
}
