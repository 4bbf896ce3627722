package import ClockPorts
package import ExposurePrimitives
import DurableFiles
import FileObjectStorage
import Foundation
import KeyFiles
package import KeyServerRules
import LinuxClock
package import ObjectStorage
package import Persistence
import ServiceKit
package import SQLiteEngine

/// The resources that the systems of one process share: a data folder with its databases and files, the authority's
/// keys, and the time.
package struct Realm: Sendable {
    package let settings: RealmSettings
    package let clock: any WallClock
    package let steps: any StepObserver
    package let engine: StoreEngine
    package let clocks: ClockGuards
    let contents: [SQLiteContent]
    /// The number of modes in the data folder that had to be changed.
    let narrowedModes: Int

    static let rightKeyFile = "otp.key"
    static let chunkFolder = "chunks"

    /// - Parameters:
    ///   - databases: the databases that the process's systems use.
    ///   - clock: the calendar's clock.
    ///   - machine: the clock that the calendar is compared with.
    ///   - mayMakeDatabases: false refuses a folder without one as `AssemblyError.noDatabase`: a mistyped folder must
    ///     not look like one without keys.
    package init(
        settings: RealmSettings,
        databases: [SQLiteContent],
        clock: any WallClock,
        machine: any MachineClock = LinuxMachineClock(),
        steps: any StepObserver = NoStepObserver(),
        mayMakeDatabases: Bool = true
    ) throws {
        self.settings = settings
        self.clock = clock
        self.steps = steps
        contents = databases
        let stores = SQLiteStoreFactory(
            folder: settings.dataFolder,
            contents: databases,
            mayMake: mayMakeDatabases,
            // After its time limit, a request is answered "unavailable". It must not be stored later.
            patience: settings.host.limits.handling * 4 / 5,
            steps: steps
        )
        engine = .sqlite(stores)
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

    package var stores: any StoreFactory { engine.stores }

    /// The published files.
    package var files: any ObjectStore {
        get throws { try FileObjectStore(folder: settings.dataFolder.appending(path: Self.chunkFolder)) }
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
