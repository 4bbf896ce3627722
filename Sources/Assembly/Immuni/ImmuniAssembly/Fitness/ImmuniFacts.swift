import CommonAssembly
import ImmuniAnalytics
import ServiceKit

/// What Immuni's rules look at.
struct ImmuniFacts: Sendable {
    let settings: ImmuniSettings
    let realm: RealmSettings
    let services: Set<ServiceName>
    /// Whether the apps get contacts and addresses that are nobody's.
    let hasDemoSettings: Bool

    var host: HostConfiguration { realm.host }

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
