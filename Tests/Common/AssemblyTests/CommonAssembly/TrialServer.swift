import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLEngine
import ServiceKit

extension SettingsReader {
    /// The options of a command line, for these systems.
    init(
        _ options: [String: String],
        of systems: [any SystemAssembly.Type] = [],
        realm: RealmName? = nil
    ) async throws {
        let catalogue = Server.catalogue(of: systems)
        try await self.init(commandLine: options, environment: [:], realm: realm, catalogue: catalogue)
    }
}

extension Server {
    /// A server whose data are in the folder `data` of a temporary one.
    static func with(
        _ systems: [any SystemAssembly.Type] = [],
        _ options: [String: String] = [:],
        _ body: (Server, URL) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let data = ["data": folder.appending(path: "data").path]
            let reader = try await SettingsReader(data.merging(options) { $1 }, of: systems)
            let server = try Server(systems, settings: reader, clock: ManualClock(UnixTime(1_594_209_600)))
            try await body(server, folder)
            try server.realm.close()
        }
    }
}

/// A system with nothing in it.
protocol BareSystem: SystemAssembly {}

extension BareSystem {
    static var services: [ServiceName] { [] }
    static var publicServices: Set<ServiceName> { Set(services) }
    static var catalogue: SettingsCatalogue { SettingsCatalogue([]) }
    static var refusals: any RefusalRenderer { EmptyRefusals() }
    static func check(_ settings: SettingsReader) throws(SettingsError) {}
    static func databases(_ settings: SettingsReader) throws -> [SQLContent] { [] }
    static func database(ofJobsOf service: ServiceName) -> DatabaseName { .operators }

    func checkProtection(of services: Set<ServiceName>) throws {}
    func findings(of services: Set<ServiceName>, served: RealmSettings) async throws -> [FitnessFinding] { [] }
}
