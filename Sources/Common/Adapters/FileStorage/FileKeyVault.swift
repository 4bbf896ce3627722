package import ExposurePrimitives
package import Foundation
package import PhonePorts

/// A key in a file that only its user can read, for machines without a keychain.
///
/// It protects a copy of the other files, but not against somebody who can read both.
package struct FileKeyVault: KeyVault {
    private let file: URL

    /// - Parameter file: a file outside the folder that the key protects. The file's own folder must exist.
    package init(file: URL) {
        self.file = file
    }

    package func key() throws(PhoneStorageError) -> SecretBytes? {
        try PhoneStorageError.mapping {
            // A key of zeros is one whose deletion was interrupted. Nothing may be encrypted with it.
            try DurableFile.read(file).flatMap { $0.allSatisfy { $0 == 0 } ? nil : SecretBytes($0) }
        }
    }

    package func store(_ key: SecretBytes) throws(PhoneStorageError) {
        try PhoneStorageError.mapping { try DurableFile.replace(file, content: Data(key.exposedBytes)) }
    }

    package func deleteKey() throws(PhoneStorageError) {
        try PhoneStorageError.mapping {
            // The key is overwritten first, which helps if the file system writes in place. Elsewhere there is no
            // better way.
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
