import DurableFiles
package import Foundation
package import PhonePorts

/// A phone's files in a folder of their own, readable by its user alone. A file appears whole or not at all, and survives
/// a power cut once it is stored.
package struct FilePhoneStorage: PhoneStorage {
    private let folder: URL

    /// - Throws: where the folder does not exist and cannot be made.
    package init(folder: URL) throws(PhoneStorageError) {
        self.folder = folder
        try PhoneStorageError.mapping {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try folder.keepFromBackups()
            // What a killed program left unfinished was never promised to anybody.
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
    /// On an Apple system: readable only once the phone was unlocked after its start, and in no backup. Files of a folder
    /// take both from it.
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
