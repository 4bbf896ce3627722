package import ExposurePrimitives
import FileStorage
package import Foundation

/// The files of a demo authority: its root, and a server's and a client's certificate with their keys. The root's own
/// key is never written, so nothing more can be issued with it.
package struct DemoAuthorityFiles: Sendable {
    package let root: URL
    package let server: URL
    package let serverKey: URL
    package let client: URL
    package let clientKey: URL

    private init(folder: URL) {
        root = folder.appending(path: "root.pem")
        server = folder.appending(path: "server.pem")
        serverKey = folder.appending(path: "server-key.pem")
        client = folder.appending(path: "client.pem")
        clientKey = folder.appending(path: "client-key.pem")
    }

    package var all: [URL] { [root, server, serverKey, client, clientKey] }

    /// The names that every demo server has.
    package static let loopbackHosts = ["localhost", "127.0.0.1", "::1"]
    /// The allowed number of days for which the certificates are valid.
    package static let daysRange = 1...90

    /// Makes an authority and writes its files, and `folder` if there is none. The certificates are valid from a day
    /// before `now`, so a client whose clock is behind accepts them.
    ///
    /// - Parameters:
    ///   - hosts: further names and IP addresses of the server.
    ///   - days: the number of days from `now` on.
    /// - Throws: `DemoAuthorityError` for an invalid host, `FileError.exists` if one of the files exists, and
    ///   `cannotWrite`; then no file was made.
    package static func make(
        in folder: URL,
        hosts: [String] = [],
        now: UnixTime,
        days: Int = 30
    ) throws -> DemoAuthorityFiles {
        let files = DemoAuthorityFiles(folder: folder)
        if let existing = files.all.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            throw FileError.exists(existing.path)
        }
        let day: Int64 = 86_400
        let authority = try DemoCertificateAuthority(
            validity: now.advanced(bySeconds: -day)..<now.advanced(bySeconds: Int64(days) * day)
        )
        let server = try authority.server(hosts: loopbackHosts + hosts)
        let client = try authority.client(name: "demo client")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError.cannotWrite(folder.path)
        }
        try write([
            (files.root, Data(authority.rootPEM.utf8), true),
            (files.server, Data(server.certificatePEM.utf8), true),
            (files.serverKey, Data(server.keyPEM.exposedBytes), false),
            (files.client, Data(client.certificatePEM.utf8), true),
            (files.clientKey, Data(client.keyPEM.exposedBytes), false),
        ])
        return files
    }

    /// Makes a temporary folder for the servers of a demo, with an authority's files in it. If the servers do not
    /// start, the folder is deleted.
    ///
    /// - Parameter now: by the machine's clock, not by a story's: clients check certificates by the machine's.
    package static func starting<Servers>(
        now: UnixTime,
        _ start: (URL, DemoAuthorityFiles) async throws -> Servers
    ) async throws -> Servers {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-demo-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try await start(folder, make(in: folder.appending(path: "tls"), now: now))
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private static func write(_ contents: [(file: URL, content: Data, isPublic: Bool)]) throws(FileError) {
        var written: [URL] = []
        do throws(FileError) {
            for (file, content, isPublic) in contents {
                try DurableFile.create(file, content: content, isPublic: isPublic)
                written.append(file)
            }
        } catch {
            for file in written {
                try? FileManager.default.removeItem(at: file)
            }
            throw error
        }
    }
}
