import ArgumentParser
import CommonAssembly
import Crypto
import DurableFiles
import ExposurePrimitives
import Foundation
import ImmuniAssembly
import ServiceKit
import WireFormat

/// Prints the facts that the tests of docs/openapi need. --help does not list it.
struct APICommand: AsyncParsableCommand {
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

    func run() async throws {
        try await reportingFailures {
            let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-api-\(UUID().uuidString)")
            let key = folder.appending(path: "signing.pem")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try DurableFile.create(key, content: Data(P256.Signing.PrivateKey().pemRepresentation.utf8))
            let reader = try await SettingsReader(
                commandLine: ["data": folder.path, "signing-key": key.path, "preset": "demo", "unsigned": "true"],
                environment: [:],
                catalogue: Server.catalogue(of: [ImmuniSystem.self])
            )
            let server = Server(try ImmuniSystem(reader, clock: SystemWallClock()))
            let host = try await server.host(for: Server.services(of: [ImmuniSystem.self]), logger: .silent)
            Terminal.say(String(decoding: ContractFacts(of: host).json.encoded, as: UTF8.self))
        }
    }
}
