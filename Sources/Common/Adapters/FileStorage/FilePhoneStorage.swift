package import Foundation
package import PhonePorts

/// A phone's files in their own folder, which only its user can read.
///
/// A file appears completely or not at all, and survives a power cut once it is stored.
package struct FilePhoneStorage: PhoneStorage {
    private let folder: URL

    /// - Throws: if the folder does not exist and cannot be created.
    package init(folder: URL) throws(PhoneStorageError) {
        self.folder = folder
        try PhoneStorageError.mapping {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try folder.keepFromBackups()
            // Unfinished files of a killed program were never reported as stored.
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where name.hasPrefix(DurableFile.unfinishedPrefix) {
                try DurableFile.remove(folder.appending(path: name))
            }
        }
    }

    package func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? {
        try PhoneStorageError.mapping { try DurableFile.read(folder.appending(path: name)).map(Array.init) }
    }

    package func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        try PhoneStorageError.mapping { try DurableFile.replace(folder.appending(path: name), content: Data(content)) }
    }

    package func delete(_ name: String) throws(PhoneStorageError) {
        try PhoneStorageError.mapping { try DurableFile.remove(folder.appending(path: name)) }
    }

    package func names() throws(PhoneStorageError) -> [String] {
        try PhoneStorageError.mapping {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
        }
    }
}

extension URL {
    /// On an Apple system, makes the files readable only after the phone's first unlock since its start, and keeps them
    /// out of backups. Files inherit both properties from their folder.
    fileprivate func keepFromBackups() throws {
        #if canImport(Darwin)
            var folder = self
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try folder.setResourceValues(values)
            #if os(iOS)
                try FileManager.default.setAttributes(
                    [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                    ofItemAtPath: path
                )
            #endif
        #endif
    }
}
