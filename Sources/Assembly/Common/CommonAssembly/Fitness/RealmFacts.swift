import ExposurePrimitives
import PostgresEngine
import ServiceKit

/// The facts that the rules for every realm check.
struct RealmFacts: Sendable {
    let settings: RealmSettings
    let services: Set<ServiceName>
    /// Whether phones talk to this process.
    let hasPublicServices: Bool
    /// Whether a certificate of a listener has expired.
    let hasExpiredCertificate: Bool
    /// Whether other users of this machine can read or change something in the data folder.
    let isDataShared: Bool
    /// The meaning of the database server's settings; nil if the databases are files.
    let database: PostgresServerFacts?

    var host: HostConfiguration { settings.host }
}

extension Realm {
    func hasExpiredCertificate() throws -> Bool {
        let now = clock.now()
        return try [settings.host.publicTLS, settings.host.internalTLS, settings.host.partner?.tls].compactMap(\.self)
            .contains { try $0.expiry() < now }
    }
}
