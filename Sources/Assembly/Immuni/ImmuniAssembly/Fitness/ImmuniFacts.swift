import CommonAssembly
import ImmuniAnalytics
import ServiceKit

/// The facts that Immuni's rules check.
struct ImmuniFacts: Sendable {
    let settings: ImmuniSettings
    let realm: RealmSettings
    let services: Set<ServiceName>
    /// Whether the apps get the fictitious contacts and addresses of the demo.
    let hasDemoSettings: Bool

    var host: HostConfiguration { realm.host }

    /// Whether callers of the internal listener must identify themselves, by a token or a certificate. Otherwise being
    /// on this machine is enough.
    var checksInternalCallers: Bool {
        host.internalToken != nil || host.internalTLS?.clientAuthority != nil
    }

    /// Whether iPhones can have their tokens authorised.
    var authorisesTokens: Bool {
        settings.authorisation.policy == .appAttest || settings.authorisation.apple != nil
    }

    /// Whether a DeviceCheck server for tests checks iPhones.
    var asksForTests: Bool {
        let authorisation = settings.authorisation
        return authorisation.policy != .appAttest && authorisation.apple != nil && !authorisation.asksProduction
    }
}
