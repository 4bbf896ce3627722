import Foundation
import PhonePorts

/// Files that are replaced whole, and are on the disk when a call returns.
enum DurableFile {
    static let unfinishedPrefix = ".unfinished-"

    /// Nil where there is no file.
    static func read(_ file: URL) throws -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: file))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    static func replace(_ file: URL, with content: [UInt8]) throws {
        let folder = file.deletingLastPathComponent()
        let unfinished = folder.appending(path: "\(unfinishedPrefix)\(UUID().uuidString)")
        do {
            // SAFETY: open(2) and rename(2) read the paths, which Swift keeps alive for the calls.
            let descriptor = unsafe open(unfinished.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw PhoneStorageError()
            }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: content)
            try handle.synchronize()
            try handle.close()
            guard unsafe rename(unfinished.path, file.path) == 0 else {
                throw PhoneStorageError()
            }
        } catch {
            try? FileManager.default.removeItem(at: unfinished)
            throw error
        }
        try sync(folder)
    }

    static func remove(_ file: URL) throws {
        do {
            try FileManager.default.removeItem(at: file)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return
        }
        try sync(file.deletingLastPathComponent())
    }

    /// Brings the names in `folder` to the disk.
    private static func sync(_ folder: URL) throws {
        try FileHandle(forReadingFrom: folder).synchronize()
    }

    /// Every failure as the port has it: it says nothing of content or places.
    static func mapping<Value>(_ body: () throws -> Value) throws(PhoneStorageError) -> Value {
        do {
            return try body()
        } catch {
            throw PhoneStorageError()
        }
    }
}
