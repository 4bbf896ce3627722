import DurableFiles
package import ExposurePrimitives
package import Foundation
package import PhonePorts

/// A key in a file that only its user can read: for machines without a keychain. It protects a copy of the other files,
/// and nothing against whoever can read both.
package struct FileKeyVault: KeyVault {
    private let file: URL

    /// - Parameter file: outside the folder of the files that the key is for; its own folder exists.
    package init(file: URL) {
        self.file = file
    }

    package func key() throws(PhoneStorageError) -> SecretBytes? {
        try PhoneStorageError.mapping {
            // Zeros alone are a key whose deletion was cut short, and nothing may be encrypted with them.
            try DurableFile.read(file).flatMap { $0.allSatisfy { $0 == 0 } ? nil : SecretBytes($0) }
        }
    }

    package func store(_ key: SecretBytes) throws(PhoneStorageError) {
        try PhoneStorageError.mapping { try DurableFile.replace(file, content: Data(key.exposedBytes)) }
    }

    package func deleteKey() throws(PhoneStorageError) {
        try PhoneStorageError.mapping {
            // Overwritten first, where the file system writes in place; elsewhere nothing better can be had.
            if let key = try DurableFile.read(file) {
                let handle = try FileHandle(forWritingTo: file)
                try handle.write(contentsOf: [UInt8](repeating: 0, count: key.count))
                try handle.synchronize()
                try handle.close()
            }
            try DurableFile.remove(file)
        }
    }
}
