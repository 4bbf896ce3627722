import Crypto
package import ExposurePrimitives
import FileStorage
package import Foundation
package import Signing

/// A key ring on the disk: a folder with `ring.json` and one PEM file for each key that signs, readable only by the
/// server's user.
///
/// Every run of the publication job reads it, so a change needs no restart.
package struct SigningKeyFolder: Sendable {
    private let folder: URL

    package init(_ folder: URL) {
        self.folder = folder
    }

    /// Whether `path` is a folder. A folder holds a ring; a PEM file is a single key.
    package static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        // SAFETY: the pointer is used for the call alone.
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    package func ring() throws -> KeyRing {
        guard let content = try? Data(contentsOf: ringFile) else {
            throw FileError.unreadable(ringFile.path)
        }
        do {
            return try KeyRingDocument.ring(parsing: content)
        } catch {
            throw KeyFileError.damagedKeyRing(ringFile.path)
        }
    }

    /// The keys that sign now, the active one first.
    package func signing() throws -> [(entry: KeyRing.Entry, key: FileSigningKey)] {
        try ring().signing.map { entry in
            let key = try FileSigningKey(path: privateFile(of: entry.version).path)
            guard
                try P256.Signing.PublicKey(pemRepresentation: entry.publicKeyPEM).derRepresentation
                    == Data(key.publicKey)
            else {
                throw KeyFileError.damagedKeyRing(privateFile(of: entry.version).path)
            }
            return (entry, key)
        }
    }
}

// MARK: - Changes

extension SigningKeyFolder {
    /// Creates the folder with one active key: `pem`, or a new key.
    package func create(id: String, version: String, pem: String?, now: UnixTime) throws -> KeyRing {
        guard !FileManager.default.fileExists(atPath: ringFile.path) else {
            throw FileError.exists(ringFile.path)
        }
        guard KeyRing.isName(id), KeyRing.isName(version) else {
            throw KeyRingError.inconsistent
        }
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw FileError.cannotWrite(folder.path)
        }
        let entry = KeyRing.Entry(
            id: id,
            version: version,
            publicKeyPEM: try makeKey(version, pem: pem),
            state: .active,
            signsSince: now
        )
        let ring = try KeyRing(keys: [entry])
        try DurableFile.create(ringFile, content: KeyRingDocument.content(of: ring))
        return ring
    }

    /// Does the next step of a rotation: a new key begins to sign, or the upcoming key becomes the active one.
    ///
    /// - Parameters:
    ///   - version: the version of the key that begins to sign; nil for the next number.
    ///   - isEmergency: makes the upcoming key active before every chunk has its signature.
    package func rotate(version: String?, isEmergency: Bool, now: UnixTime) throws -> KeyRing {
        var ring = try ring()
        if let upcoming = ring.key(in: .upcoming) {
            guard version == nil || version == upcoming.version else {
                throw KeyRingError.otherKeyUpcoming(version: upcoming.version)
            }
            try ring.promote(now: now, isEmergency: isEmergency)
        } else {
            guard !isEmergency else {
                throw KeyRingError.noUpcomingKey
            }
            let version = version ?? ring.nextVersion
            // The change is tried without a key first, so that a refused change leaves no key file.
            var trial = ring
            try trial.add(version: version, publicKeyPEM: "", now: now)
            try ring.add(version: version, publicKeyPEM: makeKey(version, pem: nil), now: now)
        }
        try DurableFile.replace(ringFile, content: KeyRingDocument.content(of: ring))
        return ring
    }

    /// Retires a key and deletes its private half.
    package func retire(version: String, now: UnixTime) throws -> KeyRing {
        var ring = try ring()
        try ring.retire(version: version, now: now)
        try DurableFile.replace(ringFile, content: KeyRingDocument.content(of: ring))
        do {
            try FileManager.default.removeItem(at: privateFile(of: version))
        } catch {
            throw FileError.cannotWrite(privateFile(of: version).path)
        }
        return ring
    }

    /// Creates the file of a private key and returns its public half. It reuses a file that an interrupted change left.
    private func makeKey(_ version: String, pem: String?) throws -> String {
        let file = privateFile(of: version)
        let key = try pem.map { try P256.Signing.PrivateKey(pemRepresentation: $0) } ?? P256.Signing.PrivateKey()
        do throws(FileError) {
            try DurableFile.create(file, content: Data((key.pemRepresentation + "\n").utf8))
        } catch {
            guard error == .exists(file.path), pem == nil else {
                throw error
            }
        }
        return try FileSigningKey(path: file.path).publicKeyPEM
    }

    private var ringFile: URL { folder.appending(path: "ring.json") }

    private func privateFile(of version: String) -> URL { folder.appending(path: "\(version).pem") }
}
