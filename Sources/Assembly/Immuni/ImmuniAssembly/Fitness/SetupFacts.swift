import ImmuniAnalytics
import ServiceKit

/// What the rules look at.
struct SetupFacts: Sendable {
    let settings: ServerSettings
    let services: Set<ServiceName>
    /// Whether the apps get contacts and addresses that are nobody's.
    let hasDemoSettings: Bool
    /// Whether a certificate of a listener has ended.
    let hasExpiredCertificate: Bool
    /// Whether others on this machine can read or change something of the data folder.
    let isDataShared: Bool

    var host: HostConfiguration { settings.host }

    /// Whether callers of the internal listener are known by more than being on this machine.
    var checksInternalCallers: Bool {
        host.internalToken != nil || host.internalTLS?.clientAuthority != nil
    }

    /// Whether iPhones can have their tokens authorised.
    var authorisesTokens: Bool {
        settings.authorisation.policy == .appAttest || settings.authorisation.apple != nil
    }

    /// Whether iPhones are checked by a DeviceCheck server for tests.
    var asksForTests: Bool {
        let authorisation = settings.authorisation
        return authorisation.policy != .appAttest && authorisation.apple != nil && !authorisation.asksProduction
    }
}
