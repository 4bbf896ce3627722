import ExposurePrimitives
import ServiceKit

/// What the rules for every realm look at.
struct RealmFacts: Sendable {
    let settings: RealmSettings
    /// Whether phones speak with this process.
    let hasPublicServices: Bool
    /// Whether a certificate of a listener has ended.
    let hasExpiredCertificate: Bool
    /// Whether others on this machine can read or change something of the data folder.
    let isDataShared: Bool

    var host: HostConfiguration { settings.host }
}

extension Realm {
    func hasExpiredCertificate() throws -> Bool {
        let now = clock.now()
        return try [settings.host.publicTLS, settings.host.internalTLS].compactMap(\.self)
            .contains { try $0.expiry() < now }
    }
}
