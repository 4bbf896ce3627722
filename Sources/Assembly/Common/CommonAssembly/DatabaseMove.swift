import ExposurePrimitives
import PostgresEngine
import ServiceKit
package import SQLEngine

/// Moves the databases of a realm to another engine: from files to a server, or back.
package struct DatabaseMove: Sendable {
    private let source: any DatabaseEngine
    private let target: any DatabaseEngine
    private let contents: [SQLContent]

    /// The place to which databases are moved.
    package enum Target: Sendable, Equatable {
        /// The files of the data folder.
        case files
        /// A PostgreSQL server, by its URI.
        case server(String)

        /// Nil for a text that is neither `files` nor a URI.
        package init?(_ text: String) {
            switch text {
            case "files": self = .files
            case _ where text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"): self = .server(text)
            default: return nil
            }
        }
    }

    /// - Throws: `AssemblyError.moveInPlace` if the databases are there already.
    package init(of settings: RealmSettings, _ contents: [SQLContent], to target: Target) throws(AssemblyError) {
        source = Realm.engine(settings)
        let other: RealmSettings
        switch target {
        case .files where settings.database == nil: throw .moveInPlace
        case .files: other = settings.on(settings.dataFolder)
        case .server where settings.database != nil: throw .moveInPlace
        case .server(let url): other = settings.on(PostgresServer(url: url))
        }
        self.target = Realm.engine(other)
        self.contents = contents
    }

    /// A table of a database that was copied, or was there.
    package struct Step: Sendable, CustomStringConvertible {
        package let database: String
        package let content: DatabaseCopy.Content
        package let isNew: Bool

        package var description: String {
            "\(database).\(content.table): \(content.rows) rows, \(isNew ? "copied" : "there already")"
        }
    }

    /// Copies each existing database and compares it with its copy.
    package func run(progress: @escaping @Sendable (Step) -> Void) async throws {
        for content in contents where source.isThere(content) {
            let (from, to) = (try source.open(content), try target.open(content))
            try await DatabaseCopy(from: from, to: to).run { found, isNew in
                progress(Step(database: content.name, content: found, isNew: isNew))
            }
            try from.close()
            try to.close()
        }
    }
}
