import ArgumentParser
import CommonAssembly
import Crypto
import ExposurePrimitives
import FileStorage
import Foundation
import ServerAssembly
import ServiceKit
import WireFormat

/// Prints the routes and contracts of all built systems, for the tests of docs/openapi. --help does not list it.
struct APICommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Print this build's endpoints, errors and limits as JSON.",
        discussion: """
            All services are assembled in a temporary folder; none listens.

            Example:
              avviso api
            """,
        shouldDisplay: false
    )

    func perform() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-api-\(UUID().uuidString)")
        let key = folder.appending(path: "signing.pem")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try DurableFile.create(key, content: Data(P256.Signing.PrivateKey().pemRepresentation.utf8))
        let reader = try await SettingsReader(
            commandLine: try Server.trialSettings(of: Server.systems, in: folder)
                .merging(["data": folder.path, "signing-key": key.path]) { $1 },
            environment: [:],
            catalogue: Server.catalogue
        )
        let server = try Server(reader, clock: SystemWallClock())
        let interface = try await server.interface(of: Server.services, logger: .silent)
        Terminal.say(String(decoding: interface.encoded, as: UTF8.self))
    }
}
