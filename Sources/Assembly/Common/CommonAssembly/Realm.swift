package import ClockPorts
package import ExposurePrimitives
import FileStorage
import Foundation
import KeyFiles
package import KeyServerRules
import LinuxClock
package import Persistence
package import SQLEngine
import ServiceKit

/// The resources that the systems of one process share: a data folder with its databases and files, the authority's
/// keys, and the time.
package struct Realm: Sendable {
    package let settings: RealmSettings
    package let clock: any WallClock
    package let steps: any StepObserver
    package let stores: any StoreFactory
    package let clocks: ClockGuards
    let contents: [SQLContent]
    private let publishedFiles: PublishedFiles
    /// The number of modes in the data folder that had to be changed.
    let narrowedModes: Int

    static let rightKeyFile = "otp.key"

    /// - Parameters:
    ///   - databases: the databases that the process's systems use.
    ///   - clock: the calendar's clock.
    ///   - machine: the clock that the calendar is compared with.
    ///   - mayMakeDatabases: false refuses a folder without one as `AssemblyError.noDatabase`: a mistyped folder must
    ///     not look like one without keys.
    package init(
        settings: RealmSettings,
        databases: [SQLContent],
        clock: any WallClock,
        machine: any MachineClock = LinuxMachineClock(),
        steps: any StepObserver = NoStepObserver(),
        mayMakeDatabases: Bool = true
    ) throws {
        self.settings = settings
        self.clock = clock
        self.steps = steps
        contents = databases
        publishedFiles = PublishedFiles(settings, clock: clock)
        stores = DatabaseFactory(
            Self.engine(settings, clock: clock),
            contents: databases,
            mayMake: mayMakeDatabases,
            place: settings.database == nil ? settings.dataFolder.path : DatabaseSettings.name,
            steps: steps
        )
        clocks = ClockGuards(stores: stores, settings: settings.clock, clock: clock, machine: machine)
        // Uploaded keys are secrets until they are published. Only the server's user may read the folder, whatever its
        // mode was before.
        umask(0o077)
        narrowedModes = try DataFolderModes(of: settings.dataFolder, contents: databases).narrow()
        guard mayMakeDatabases else {
            return
        }
        do {
            try FileManager.default.createDirectory(
                at: settings.dataFolder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw FileError.cannotWrite(settings.dataFolder.path)
        }
    }

    /// The engine of the realm's databases.
    static func engine(_ settings: RealmSettings, clock: any WallClock = SystemWallClock()) -> any DatabaseEngine {
        // After its time limit, a request is answered "unavailable". It must not be stored later.
        let patience = settings.host.limits.handling * 4 / 5
        guard let server = settings.database else {
            return SQLiteFolder(folder: settings.dataFolder, patience: patience)
        }
        return PostgresServerEngine(server: server, patience: patience, clock: clock)
    }

    /// The published files.
    package var files: any ObjectStore {
        get throws { try publishedFiles.store() }
    }

    /// The key that protects stored codes.
    package func rightKey() throws -> RightKey {
        try RightKeyFile.load(from: settings.dataFolder.appending(path: Self.rightKeyFile))
    }

    /// Closes the databases. Nothing made from this realm may be used afterwards.
    package func close() throws {
        try stores.close()
    }
}
