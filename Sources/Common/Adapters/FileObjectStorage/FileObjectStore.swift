package import Foundation
package import ObjectStorage

/// Objects as files of one folder. A file appears whole or not at all, and survives a power cut once stored.
package struct FileObjectStore: ObjectStore {
    private let folder: URL

    /// - Throws: where the folder does not exist and cannot be made.
    package init(folder: URL) throws(ObjectStorageError) {
        self.folder = folder
        try Self.mapping("make the folder") {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    package func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        // The name of the unfinished file is not an object's name, so a listing never shows it.
        let unfinished = folder.appending(path: ".\(name)-\(UUID().uuidString)")
        try Self.mapping("store \(name)") {
            do {
                try Self.writeDurably(bytes, by: unfinished, to: file(name))
            } catch {
                try? FileManager.default.removeItem(at: unfinished)
                throw error
            }
            // The rename itself must reach the disk before anyone is told of the file.
            try Self.sync(folder)
        }
    }

    package func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: file(name)))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw ObjectStorageError(reason: "read \(name): \(type(of: error))")
        }
    }

    package func delete(_ name: ObjectName) async throws(ObjectStorageError) {
        try Self.mapping("delete \(name)") {
            do {
                try FileManager.default.removeItem(at: file(name))
            } catch let error as CocoaError where error.code == .fileNoSuchFile {
                return
            }
        }
    }

    package func names() async throws(ObjectStorageError) -> [ObjectName] {
        try Self.mapping("list the folder") {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap(ObjectName.init)
        }
    }

    package func deleteUnfinished() async throws(ObjectStorageError) {
        try Self.mapping("delete unfinished files") {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(".") {
                let file = folder.appending(path: name)
                guard Self.isGivenUp(file) else {
                    continue
                }
                do {
                    try FileManager.default.removeItem(at: file)
                } catch let error as CocoaError where error.code == .fileNoSuchFile {
                    // Finished meanwhile.
                    continue
                }
            }
        }
    }

    private func file(_ name: ObjectName) -> URL {
        folder.appending(path: name.description)
    }

    /// Writes `unfinished` and, once its content is on the disk, gives it the name of `file`.
    private static func writeDurably(_ bytes: [UInt8], by unfinished: URL, to file: URL) throws {
        // SAFETY: open(2) and rename(2) read the paths, which Swift keeps alive for the call.
        let descriptor = unsafe open(unfinished.path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Locked before it has content, and until it has its name: a file with content and no lock was given up.
        guard flock(descriptor, LOCK_EX) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        try handle.write(contentsOf: bytes)
        try handle.synchronize()
        guard unsafe rename(unfinished.path, file.path) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        try handle.close()
    }

    private static func isGivenUp(_ unfinished: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: unfinished), let size = try? handle.seekToEnd() else {
            return false
        }
        // Of a file without content nobody knows whether its writer is about to lock it; it tells nothing.
        return size > 0 && flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
    }

    private static func sync(_ file: URL) throws {
        let descriptor = unsafe open(file.path, O_RDONLY)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Runs `body`; a failure says what was tried and the kind of error, which names no content.
    private static func mapping<Value>(
        _ attempt: String,
        _ body: () throws -> Value
    ) throws(ObjectStorageError) -> Value {
        do {
            return try body()
        } catch let error as POSIXError {
            throw ObjectStorageError(reason: "\(attempt): \(error.code)")
        } catch let error as CocoaError {
            throw ObjectStorageError(reason: "\(attempt): Cocoa error \(error.code.rawValue)")
        } catch {
            throw ObjectStorageError(reason: "\(attempt): \(type(of: error))")
        }
    }
}
