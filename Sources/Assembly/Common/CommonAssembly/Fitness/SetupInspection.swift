package import ExposurePrimitives
import Foundation
import Logging
import SQLEngine
import SQLiteEngine
package import ServiceKit

/// The result of inspecting a set-up as `avviso serve` would start it, without serving.
package struct SetupInspection: Sendable {
    /// The reason why it would not start, in words for an operator.
    package let problem: String?
    /// The reasons why it is not fit for production; empty if it does not start.
    package let findings: [FitnessFinding]

    /// An inspection that failed before it had settings.
    package init(problem: String) {
        self.init(problem: problem, findings: [])
    }

    private init(problem: String?, findings: [FitnessFinding]) {
        self.problem = problem
        self.findings = findings
    }

    /// Assembles the services of `systems` in a temporary folder, with a copy of the apps' settings. Nothing in the
    /// data folder is made or changed, and no port is bound.
    package init(
        _ systems: [any SystemAssembly.Type],
        _ settings: SettingsReader,
        services: [ServiceName],
        clock: any WallClock
    ) async {
        do {
            self.init(problem: nil, findings: try await Self.findings(systems, settings, services, clock))
        } catch let error as any Error & CustomStringConvertible {
            self.init(problem: error.description)
        } catch {
            self.init(problem: error.localizedDescription)
        }
    }

    private static func findings(
        _ systems: [any SystemAssembly.Type],
        _ settings: SettingsReader,
        _ services: [ServiceName],
        _ clock: any WallClock
    ) async throws -> [FitnessFinding] {
        let realm = try RealmSettings(settings)
        let contents = try Server.databases(of: systems, settings)
        try Realm.engine(realm).check(contents)
        try DataFolder.check(realm.dataFolder)
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        for content in contents where content.name == DatabaseName.settings.text {
            let file = realm.dataFolder.appending(path: content.file).path
            if FileManager.default.fileExists(atPath: file) {
                try SQLiteDatabase.copy(file, to: folder.appending(path: content.file).path)
            }
        }
        let server = try Server(
            systems,
            settings: settings,
            realm: Realm(settings: realm.on(folder), databases: contents, clock: clock)
        )
        defer { try? server.realm.close() }
        _ = try await server.host(
            for: services,
            logger: Logger(label: "avviso.check") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await server.findings(for: services, served: realm)
    }
}
