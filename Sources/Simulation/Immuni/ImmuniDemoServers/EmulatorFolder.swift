package import DeviceEmulation
package import ExposurePrimitives
import FileStorage
package import Foundation

/// An emulator of attestations on the disk: its own state, and the files that a server's settings name.
package struct EmulatorFolder: Sendable {
    private let folder: URL
    package let emulator: AttestationEmulator

    /// Makes `folder` and a new emulator in it; nothing is ever overwritten.
    ///
    /// - Parameter days: how many days its certificates are valid. They begin a month earlier, so
    ///   servers with a clock in the past accept them.
    package static func make(in folder: URL, app: EmulatedApp, now: UnixTime, days: Int) throws -> EmulatorFolder {
        let day: Int64 = 86_400
        let authority = try EmulatedAuthority(
            validity: now.advanced(bySeconds: -30 * day)..<now.advanced(bySeconds: Int64(days) * day)
        )
        let made = EmulatorFolder(folder: folder, emulator: try AttestationEmulator(app: app, authority: authority))
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError.cannotWrite(folder.path)
        }
        if let taken = Self.names.map(made.file).first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            throw FileError.exists(taken.path)
        }
        try made.write()
        return made
    }

    /// The emulator that was made in `folder`.
    package init(_ folder: URL) throws {
        self.folder = folder
        let file = folder.appending(path: Self.stateName)
        guard let state = try? Data(contentsOf: file) else {
            throw FileError.unreadable(file.path)
        }
        emulator = try AttestationEmulator(restoring: state)
    }

    private init(folder: URL, emulator: AttestationEmulator) {
        (self.folder, self.emulator) = (folder, emulator)
    }

    /// The settings, by name, of a server that accepts the emulator's evidence.
    package var settings: [(name: String, value: String)] {
        let root = file(Self.rootName).path
        return [
            ("analytics.test-evidence", "true"),
            ("analytics.google.attestations", "safety-net,play-integrity,key-attestation"),
            ("analytics.google.package", emulator.app.packageName),
            ("analytics.google.certificate-digests", Base64.encode(emulator.app.certificateDigest)),
            ("analytics.google.safety-net-roots", root),
            ("analytics.google.play-integrity-decryption-key", file(Self.decryptionName).path),
            ("analytics.google.play-integrity-verification-key", file(Self.verificationName).path),
            ("analytics.google.key-attestation-roots", root),
            ("analytics.apple.app-id", emulator.app.appID),
            ("analytics.apple.app-attest-root", root),
        ]
    }

    private func write() throws {
        func create(_ name: String, _ content: Data, isPublic: Bool) throws {
            try DurableFile.create(file(name), content: content, isPublic: isPublic)
        }
        try create(Self.stateName, emulator.exposedState(), isPublic: false)
        try create(Self.rootName, Data((emulator.authority.rootPEM + "\n").utf8), isPublic: true)
        try create(Self.decryptionName, Data(Base64.encode(emulator.exposedDecryptionKey).utf8), isPublic: false)
        try create(Self.verificationName, Data(Base64.encode(emulator.verificationKey).utf8), isPublic: true)
    }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    private static let stateName = "emulator.json"
    private static let rootName = "root.pem"
    private static let decryptionName = "play-integrity-decryption.key"
    private static let verificationName = "play-integrity-verification.key"
    private static let names = [stateName, rootName, decryptionName, verificationName]
}
