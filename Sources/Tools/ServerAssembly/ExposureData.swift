import FileObjectStorage
import Foundation
import SQLiteStores
import Synchronization

/// The exposure database and the chunks' files of one data folder, opened at their first use: a process that only
/// serves settings never makes them.
final class ExposureData: Sendable {
    private let folder: URL
    private let mayMake: Bool
    private let patience: Duration
    private let opened = Mutex<(database: SQLiteDatabase, files: FileObjectStorage)?>(nil)

    /// - Parameters:
    ///   - mayMake: whether a missing database is made; otherwise it is `AssemblyError.noDatabase`.
    ///   - patience: how long a request's write may wait for its turn.
    init(folder: URL, mayMake: Bool, patience: Duration) {
        self.folder = folder
        self.mayMake = mayMake
        self.patience = patience
    }

    var database: SQLiteDatabase { get throws { try open().database } }
    var files: FileObjectStorage { get throws { try open().files } }

    private func open() throws -> (database: SQLiteDatabase, files: FileObjectStorage) {
        try opened.withLock { opened in
            if let opened {
                return opened
            }
            let path = folder.appending(path: "exposures.sqlite").path
            guard mayMake || FileManager.default.fileExists(atPath: path) else {
                throw AssemblyError.noDatabase(folder.path)
            }
            let new = (
                database: try SQLiteDatabase(path: path, schema: .exposure, patience: patience),
                files: try FileObjectStorage(folder: folder.appending(path: "chunks"))
            )
            opened = new
            return new
        }
    }
}
