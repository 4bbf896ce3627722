import ExposurePrimitives
import PostgresEngine
import ServiceKit

/// The operator's settings for the place of the databases.
enum DatabaseSettings {
    /// The setting's name, for messages.
    static let name = url.name

    static let url = Setting.optionalSecret(
        "database.url",
        minLength: 12,
        summary: """
            The URI of PostgreSQL (postgresql://…), of several hosts if one takes over from another. Without it the \
            databases are files of the data folder.
            """
    )

    static let connections = Setting.integer(
        "database.connections",
        default: 8,
        in: 1...200,
        summary: "The maximum number of PostgreSQL connections of this process to each database, for requests."
    )

    static let catalogue = SettingsCatalogue([.init(url), .init(connections)])

    /// The server; nil if the databases are files.
    static func server(_ settings: SettingsReader) throws(SettingsError) -> PostgresServer? {
        let connections = try settings.value(connections)
        return try settings.value(url).map {
            PostgresServer(url: String(decoding: $0.exposedBytes, as: UTF8.self), connections: connections)
        }
    }
}
