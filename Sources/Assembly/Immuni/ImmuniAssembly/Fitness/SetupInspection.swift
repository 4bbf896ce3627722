package import ExposurePrimitives
import Foundation
import Logging
import ServiceKit
import SQLiteEngine

/// What `avviso serve` would make of a set-up, without serving.
package struct SetupInspection: Sendable {
    /// Why it would not start, in words for an operator.
    package let problem: String?
    /// What of it is not fit for production; nothing where it does not start.
    package let findings: [FitnessFinding]

    /// The set-up did not get as far as to have settings.
    package init(problem: String) {
        self.init(problem: problem, findings: [])
    }

    private init(problem: String?, findings: [FitnessFinding]) {
        self.problem = problem
        self.findings = findings
    }

    /// Puts the services together in a temporary folder, with a copy of the apps' settings: nothing of the data folder is
    /// made or changed, and no port is bound.
    package init(_ settings: ServerSettings, services: [ServiceName], clock: any WallClock) async {
        do {
            try DataFolder.check(settings.dataFolder)
            self.init(problem: nil, findings: try await Self.findings(settings, services, clock))
        } catch let error as any Error & CustomStringConvertible {
            self.init(problem: error.description)
        } catch {
            self.init(problem: error.localizedDescription)
        }
    }

    private static func findings(
        _ settings: ServerSettings,
        _ services: [ServiceName],
        _ clock: any WallClock
    ) async throws -> [FitnessFinding] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = settings.dataFolder.appending(path: DataFolder.settingsFile).path
        if FileManager.default.fileExists(atPath: file) {
            try SQLiteDatabase.copy(file, to: folder.appending(path: DataFolder.settingsFile).path)
        }
        let assembly = try ServerAssembly(settings: settings.on(folder), clock: clock)
        defer { try? assembly.close() }
        _ = try await assembly.host(
            for: services,
            logger: Logger(label: "avviso.check") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await assembly.findings(for: services, dataFolder: settings.dataFolder)
    }
}

/// The table of what is not fit for production, for people.
extension [FitnessFinding] {
    package var table: String {
        let width = map(\.name.count).max() ?? 0
        return map { finding in
            let name = finding.name + String(repeating: " ", count: width - finding.name.count)
            return "  \(name)  \(finding.problem) (\(finding.remedy))\n"
        }.joined()
    }
}
