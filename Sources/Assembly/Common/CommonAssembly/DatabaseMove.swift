import ExposurePrimitives
import PostgresEngine
package import SQLEngine
import ServiceKit

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

    /// What happens to a table of a database.
    package struct Step: Sendable, CustomStringConvertible {
        package let database: String
        package let event: DatabaseCopy.Event

        /// Whether the target has the table now.
        package var isDone: Bool {
            if case .done = event { true } else { false }
        }

        package var description: String {
            switch event {
            case .reading(let table, let purpose, let rows): "\(database).\(table): \(rows) rows \(purpose.rawValue)"
            case .done(let content, let isNew):
                "\(database).\(content.table): \(content.rows) rows, \(isNew ? "copied" : "there already")"
            }
        }
    }

    /// Copies each existing database and compares it with its copy.
    package func run(progress: @escaping @Sendable (Step) -> Void) async throws {
        for content in contents where source.isThere(content) {
            let (from, to) = (try source.open(content), try target.open(content))
            try await DatabaseCopy(from: from, to: to).run { event in
                progress(Step(database: content.name, event: event))
            }
            try from.close()
            try to.close()
        }
    }
}
