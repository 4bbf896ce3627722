import ClockPorts
import DiagnosisKeyStores
import OperatorStores
import Persistence
import SQLEngine
import SQLStores
import Synchronization

/// Makes stores from the databases of an engine.
final class DatabaseFactory: StoreFactory {
    private let engine: any DatabaseEngine
    private let contents: [SQLContent]
    private let mayMake: Bool
    private let place: String
    private let steps: any StepObserver
    private let opened = Mutex<[DatabaseName: any SQLDatabase]>([:])

    /// - Parameters:
    ///   - contents: the databases that the process's systems use.
    ///   - mayMake: whether a missing database is made; otherwise it is `AssemblyError.noDatabase`.
    ///   - place: the databases' place, for that error.
    init(
        _ engine: any DatabaseEngine,
        contents: [SQLContent],
        mayMake: Bool,
        place: String,
        steps: any StepObserver
    ) {
        self.engine = engine
        self.contents = contents
        self.mayMake = mayMake
        self.place = place
        self.steps = steps
    }

    func exposures() throws -> ExposureStores {
        try database(.exposures).exposureStores(steps: steps)
    }

    func settings() throws -> any SettingsHistoryStore {
        SQLSettings(try database(.settings))
    }

    func operators() throws -> any OperatorStore {
        SQLOperators(try database(.operators))
    }

    func database(_ name: DatabaseName) throws -> any SQLDatabase {
        let content = content(of: name)
        return try opened.withLock { opened in
            let database = try opened[name] ?? open(content)
            opened[name] = database
            return database
        }
    }

    private func content(of name: DatabaseName) -> SQLContent {
        guard let content = contents.first(where: { $0.name == name.text }) else {
            preconditionFailure("\(name.text) is not a database of the systems in this build")
        }
        return content
    }

    private func open(_ content: SQLContent) throws -> any SQLDatabase {
        guard mayMake || engine.isThere(content) else {
            throw AssemblyError.noDatabase(place)
        }
        return try engine.open(content)
    }

    func has(_ database: DatabaseName) -> Bool {
        contents.contains { $0.name == database.text && engine.isThere($0) }
    }

    func migrate() throws -> [String] {
        let inUse = try engine.convert(contents)
        for content in contents {
            _ = try database(DatabaseName(content.name))
        }
        return inUse
    }

    func close() throws {
        let databases = opened.withLock { opened in
            defer { opened = [:] }
            return contents.compactMap { opened[DatabaseName($0.name)] }
        }
        var failure: (any Error)?
        for database in databases {
            do {
                try database.close()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure {
            throw failure
        }
    }
}

// MARK: - The clock

extension DatabaseFactory {
    func guardedDatabases() -> [DatabaseName] {
        contents.filter { $0.isGuarded && engine.isThere($0) }.map { DatabaseName($0.name) }
    }

    func timeTrust(of database: DatabaseName) throws -> any TimeTrustStore {
        SQLTimeTrust(try self.database(database), of: content(of: database))
    }

    func clockRepairs() throws -> [(database: DatabaseName, repair: any ClockRepairing)] {
        try contents.filter(engine.isThere).map { content in
            let name = DatabaseName(content.name)
            return (name, SQLClockRepair(try database(name), steps: content.repairs))
        }
    }
}
