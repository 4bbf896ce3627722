import Foundation
import PhonePorts

/// The app's files, each complete or absent. They are readable only after the first unlock since the phone's start, and
/// in no backup.
struct AppFiles: PhoneStorage {
    private let folder: URL

    /// - Parameter folder: the app's own, in Application Support.
    init(folder: URL) throws(PhoneStorageError) {
        self.folder = folder
        try Self.mapping {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #if os(iOS)
                // New files in the folder inherit both attributes.
                try FileManager.default.setAttributes(
                    [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                    ofItemAtPath: folder.path
                )
                var values = URLResourceValues()
                values.isExcludedFromBackup = true
                var excluded = folder
                try excluded.setResourceValues(values)
            #endif
        }
    }

    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? {
        try Self.mapping {
            do {
                return Array(try Data(contentsOf: folder.appending(path: name)))
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
                return nil
            }
        }
    }

    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        let (file, new) = (folder.appending(path: name), folder.appending(path: ".\(name)"))
        try Self.mapping {
            try Data(content).write(to: new)
            let handle = try FileHandle(forWritingTo: new)
            try handle.synchronize()
            try handle.close()
            guard rename(new.path, file.path) == 0 else {
                throw PhoneStorageError()
            }
        }
    }

    func delete(_ name: String) throws(PhoneStorageError) {
        guard try names().contains(name) else {
            return
        }
        try Self.mapping { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    func names() throws(PhoneStorageError) -> [String] {
        try Self.mapping {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
        }
    }

    private static func mapping<Value>(_ body: () throws -> Value) throws(PhoneStorageError) -> Value {
        do {
            return try body()
        } catch {
            throw PhoneStorageError()
        }
    }
}
