package import Foundation
package import Logging
package import OperatorStores
package import PortalSections
package import SQLEngine
package import ServiceKit

/// One of the systems that Avviso serves: its settings, databases and services, and what makes a set-up of it unfit.
///
/// The top target of Assembly lists the systems that are built.
package protocol SystemAssembly: Sendable {
    /// Lower case, for example `immuni`.
    static var name: String { get }
    static var services: [ServiceName] { get }
    /// Those of the services that phones speak with.
    static var publicServices: Set<ServiceName> { get }
    /// The roles of operators that its sections of the operators' pages are for, the usual one first.
    static var roles: [OperatorRole] { get }
    /// Those of the roles for which an account must name the institution for which the operator works.
    static var rolesOfInstitutions: Set<OperatorRole> { get }
    static var catalogue: SettingsCatalogue { get }
    /// The facts of its contract that its published documents state.
    static var contract: ContractFacts { get }
    /// The settings with which all its services start in an empty data folder, to be looked at and not to be used.
    ///
    /// - Parameter folder: for the files that the settings name.
    static func trialSettings(in folder: URL) throws -> [String: String]
    /// How its contract refuses requests.
    static var refusals: any RefusalRenderer { get }
    /// The request fields that its public routes read, beside those of HTTP itself.
    static var requestHeaders: [String] { get }
    /// The files of its public routes that a front may keep for all phones.
    static var cacheableFiles: CacheableFiles { get }
    /// The region or country that its files name; nil if it has none.
    static func region(_ settings: SettingsReader) throws(SettingsError) -> String?
    /// The paths of the files with keys that are its authority's own, beside those of every system.
    static func keyFiles(_ settings: SettingsReader) throws(SettingsError) -> [String]
    /// Throws for settings that are wrong, or that contradict one another.
    static func check(_ settings: SettingsReader) throws(SettingsError)
    /// The databases that its services share with those of other systems, and its own. A system with roles names the
    /// operators' database.
    static func databases(_ settings: SettingsReader) throws -> [SQLContent]

    /// The database in which the jobs of a service take their leases. All processes with the service share it.
    static func database(ofJobsOf service: ServiceName) -> DatabaseName

    init(realm: Realm, settings: SettingsReader) throws

    var realm: Realm { get }

    /// Throws for settings with which `services` must not start.
    func checkProtection(of services: Set<ServiceName>) throws

    /// Makes one of its services. It throws if the settings lack something that the service needs.
    func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService

    /// Its sections of the operators' pages, in the order of the navigation.
    ///
    /// - Parameter services: all services of the process.
    func portalSections(beside services: Set<ServiceName>, with means: ServiceMeans) throws -> [any PortalSection]

    /// The findings that make a set-up unfit for production, if `services` run.
    ///
    /// - Parameter served: the settings of the realm that will be served. An inspection has a realm of its own, with
    ///   empty databases.
    func findings(of services: Set<ServiceName>, served: RealmSettings) async throws -> [FitnessFinding]
}

extension SystemAssembly {
    package static var contract: ContractFacts { ContractFacts() }
    package static func trialSettings(in folder: URL) throws -> [String: String] { [:] }
    package static var roles: [OperatorRole] { [] }
    package static var rolesOfInstitutions: Set<OperatorRole> { [] }
    package static var requestHeaders: [String] { [] }
    package static var cacheableFiles: CacheableFiles { CacheableFiles() }
    package static func region(_ settings: SettingsReader) throws(SettingsError) -> String? { nil }
    package static func keyFiles(_ settings: SettingsReader) throws(SettingsError) -> [String] { [] }

    package func portalSections(
        beside services: Set<ServiceName>,
        with means: ServiceMeans
    ) throws -> [any PortalSection] {
        []
    }
}

/// The means that every service of a process gets.
package struct ServiceMeans: Sendable {
    /// Signs answers; nil if they are not signed. All services share it, so they share its cache.
    package let signer: ResponseSigner?
    package let monotonicClock: any MonotonicClock
    package let logger: Logger
    /// For measurements of a service's own.
    package let metrics: MetricsRegistry
}
