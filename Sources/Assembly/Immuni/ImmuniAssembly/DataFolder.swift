import DurableFiles
import FileObjectStorage
import Foundation
import KeyFiles
import KeyServerRules
import SQLiteAnalyticsStores
import SQLiteEngine
import SQLiteStores
import Synchronization

/// What a data folder holds, opened at its first use: a process that only serves settings never makes a database of
/// keys.
final class DataFolder: Sendable {
    private struct Opened {
        var analytics: SQLiteDatabase?
        var exposures: SQLiteDatabase?
        var operators: SQLiteDatabase?
        var settings: SQLiteDatabase?
    }

    private let url: URL
    private let mayMake: Bool
    private let patience: Duration
    private let opened = Mutex(Opened())

    private static let exposuresFile = "exposures.sqlite"
    static let settingsFile = "settings.sqlite"
    private static let analyticsFile = "analytics.sqlite"
    private static let operatorsFile = "portal.sqlite"
    static let rightKeyFile = "otp.key"
    static let chunkFolder = "chunks"

    static let databases: [(name: String, schema: SQLiteSchema)] = [
        (exposuresFile, .exposure), (settingsFile, .settings), (analyticsFile, .analytics), (operatorsFile, .operators),
    ]

    /// - Parameters:
    ///   - mayMake: whether a missing database is made; otherwise it is `AssemblyError.noDatabase`.
    ///   - patience: how long a request's write may wait for its turn.
    init(url: URL, mayMake: Bool, patience: Duration) {
        self.url = url
        self.mayMake = mayMake
        self.patience = patience
    }

    /// The database of rights, keys and chunks.
    var exposures: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.exposures ?? open(Self.exposuresFile, schema: .exposure, patience: patience)
                opened.exposures = database
                return database
            }
        }
    }

    /// The database of the apps' settings.
    var settings: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.settings ?? open(Self.settingsFile, schema: .settings, patience: nil)
                opened.settings = database
                return database
            }
        }
    }

    /// The database of the apps' settings where there is one; none is made.
    var settingsIfThere: SQLiteDatabase? {
        get throws {
            isThere(Self.settingsFile) ? try settings : nil
        }
    }

    /// The database of the Analytics Service.
    var analytics: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.analytics ?? open(Self.analyticsFile, schema: .analytics, patience: patience)
                opened.analytics = database
                return database
            }
        }
    }

    /// Whether there is a database of the Analytics Service, which may run elsewhere.
    var hasAnalytics: Bool { isThere(Self.analyticsFile) }

    /// The database of the operators' accounts.
    var operators: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.operators ?? open(Self.operatorsFile, schema: .operators, patience: patience)
                opened.operators = database
                return database
            }
        }
    }

    /// Looks whether what is there can be used; makes and changes nothing.
    static func check(_ url: URL) throws {
        for (name, schema) in databases {
            let path = url.appending(path: name).path
            if FileManager.default.fileExists(atPath: path) {
                try SQLiteDatabase.check(path: path, schema: schema)
            }
        }
        let key = url.appending(path: rightKeyFile)
        if FileManager.default.fileExists(atPath: key.path) {
            _ = try RightKeyFile.load(from: key)
        }
        let folder = nearestFolder(to: url).path
        guard SigningKeyFolder.isFolder(folder), FileManager.default.isWritableFile(atPath: folder) else {
            throw FileError.cannotWrite(url.path)
        }
    }

    /// Gives the databases that are there pages of today's size, before any of them is opened.
    ///
    /// - Returns: the names of those that another process has open.
    func convert() throws -> [String] {
        try Self.databases.filter { name, schema in
            try isThere(name) && SQLiteDatabase.convert(url.appending(path: name).path, schema: schema) == .inUse
        }
        .map(\.name)
    }

    /// The folder itself, or the one in which it would be made.
    private static func nearestFolder(to url: URL) -> URL {
        FileManager.default.fileExists(atPath: url.path) || url.pathComponents.count < 2
            ? url : nearestFolder(to: url.deletingLastPathComponent())
    }

    /// The database whose time is guarded as that of `content`.
    func database(of content: SQLiteTimeTrust.Content) throws -> SQLiteDatabase {
        switch content {
        case .exposures: try exposures
        case .analytics: try analytics
        case .operators: try operators
        }
    }

    /// Whether there is such a database already.
    func hasDatabase(of content: SQLiteTimeTrust.Content) -> Bool {
        switch content {
        case .exposures: isThere(Self.exposuresFile)
        case .analytics: isThere(Self.analyticsFile)
        case .operators: isThere(Self.operatorsFile)
        }
    }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: url.appending(path: name).path)
    }

    private func open(_ name: String, schema: SQLiteSchema, patience: Duration?) throws -> SQLiteDatabase {
        let path = url.appending(path: name).path
        guard mayMake || FileManager.default.fileExists(atPath: path) else {
            throw AssemblyError.noDatabase(url.path)
        }
        return try SQLiteDatabase(path: path, schema: schema, patience: patience)
    }

    /// The chunks' files.
    var files: FileObjectStore {
        get throws { try FileObjectStore(folder: url.appending(path: Self.chunkFolder)) }
    }

    /// Closes the databases; work under way ends first.
    func close() throws {
        let databases = opened.withLock { opened in
            defer { opened = Opened() }
            return [opened.exposures, opened.settings, opened.analytics, opened.operators].compactMap(\.self)
        }
        for database in databases {
            try database.close()
        }
    }
}
