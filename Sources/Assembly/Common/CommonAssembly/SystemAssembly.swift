package import Logging
package import ServiceKit
package import SQLiteEngine

/// One of the systems that Avviso serves: its settings, databases and services, and its rules for production.
///
/// The top target of Assembly lists the built systems.
package protocol SystemAssembly: Sendable {
    static var services: [ServiceName] { get }
    /// The services that phones talk to.
    static var publicServices: Set<ServiceName> { get }
    static var catalogue: SettingsCatalogue { get }
    /// Throws for wrong settings, and for settings that contradict one another.
    static func check(_ settings: SettingsReader) throws(SettingsError)
    /// The databases that its services use: shared ones and its own.
    static func databases(_ settings: SettingsReader) throws -> [SQLiteContent]

    init(realm: Realm, settings: SettingsReader) throws

    var realm: Realm { get }

    /// Throws for settings with which `services` must not start.
    func checkProtection(of services: Set<ServiceName>) throws

    /// Makes one of its services. A missing setting that the service needs is an error.
    func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService

    /// The reasons why a set-up is not fit for production if `services` run.
    func findings(of services: Set<ServiceName>) async throws -> [FitnessFinding]
}

/// The dependencies that every service of a process gets.
package struct ServiceMeans: Sendable {
    /// Signs answers; nil if they are not signed. All services share one signer, and so its cache.
    package let signer: ResponseSigner?
    package let pacemaker: any Pacemaker
    package let logger: Logger
}
