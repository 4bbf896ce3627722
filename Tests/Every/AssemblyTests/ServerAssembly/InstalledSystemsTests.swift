import CommonAssembly
import ExposureTesting
import OperatorStores
import SQLEngine
import SQLiteEngine
import ServerAssembly
import ServiceKit
import Testing

@Suite("The installed systems")
struct InstalledSystemsTests {
    @Test("have services and settings of different names")
    func names() async throws {
        #expect(Set(Server.services).count == Server.services.count)
        let reader = try await SettingsReader(commandLine: [:], environment: [:], catalogue: Server.catalogue)
        let settings = try Server.catalogue.rows(reader).map(\.name)
        #expect(Set(settings).count == settings.count)
        for system in Server.systems {
            #expect(system.publicServices.isSubset(of: system.services))
        }
    }

    @Test("have different names of their own")
    func systemNames() {
        #expect(Set(Server.systems.map { $0.name }).count == Server.systems.count)
    }

    @Test("share a database if two of them name it")
    func databases() async throws {
        let reader = try await SettingsReader(commandLine: [:], environment: [:], catalogue: Server.catalogue)
        let once = try Server.databases(of: Server.systems, reader).map(\.name)
        let twice = try Server.databases(of: Server.systems + Server.systems, reader).map(\.name)
        #expect(Set(once).count == once.count)
        #expect(twice == once)
    }

    @Test("have roles of operators whose names the store takes, and then operators' pages and their database")
    func roles() async throws {
        for role in Server.roles {
            #expect(role.rawValue.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil)
        }
        #expect(Server.services.contains(.portal) == !Server.roles.isEmpty)
        for system in Server.systems where !system.roles.isEmpty {
            try await TemporaryFolder.with { folder in
                let reader = try await SettingsReader(
                    commandLine: system.trialSettings(in: folder),
                    environment: [:],
                    catalogue: Server.catalogue
                )
                #expect(try system.databases(reader).contains { $0.name == DatabaseName.operators.text })
            }
        }
    }

    @Test("are those of a realm if the realm has one of their services")
    func systemsOfRealm() async throws {
        for system in Server.systems {
            let names = system.services.map(\.rawValue)
            let plan = try await self.plan(names.joined(separator: ", "))
            #expect(plan.systems.map { $0.name } == [system.name])
            #expect(plan.services == system.services)
            #expect(plan.regions.allSatisfy { $0.system == system.name && !$0.region.isEmpty })
            let part = try await self.plan(names.joined(separator: " "), running: [system.services[0]])
            #expect(part.services == [system.services[0]], "a process may run a part of them")
        }
        if !Server.roles.isEmpty {
            #expect(try await plan("portal").systems.count == Server.systems.count)
        }
        for wrong in ["", "gateway", "portal gateway", " , "] {
            await #expect(throws: SettingsError.self) { _ = try await plan(wrong) }
        }
        if Server.systems.count > 1 {
            let (own, foreign) = (Server.systems[0].services[0], Server.systems[1].services[0])
            await #expect(throws: RealmError.foreignService(foreign.rawValue)) {
                _ = try await plan(own.rawValue, running: [foreign])
            }
        }
    }

    @Test("take the leases of their jobs in a database of their own")
    func leases() async throws {
        for system in Server.systems {
            try await TemporaryFolder.with { folder in
                let reader = try await SettingsReader(
                    commandLine: system.trialSettings(in: folder),
                    environment: [:],
                    catalogue: Server.catalogue
                )
                let databases = Set(try system.databases(reader).map(\.name))
                for service in system.services {
                    #expect(databases.contains(system.database(ofJobsOf: service).text), "\(service)")
                }
            }
        }
    }

    private func plan(_ services: String, running names: [ServiceName] = []) async throws -> RealmPlan {
        let reader = try await SettingsReader(
            commandLine: ["services": services],
            environment: [:],
            catalogue: Server.catalogue
        )
        return try RealmPlan(reader, running: names)
    }

    @Test("have valid defaults")
    func defaults() async throws {
        try Server.check(await SettingsReader(commandLine: [:], environment: [:], catalogue: Server.catalogue))
    }

    @Test("are checked in full, whatever part a command needs")
    func wrong() async throws {
        let reader = try await SettingsReader(
            commandLine: ["clock.grace": "soon"],
            environment: [:],
            catalogue: Server.catalogue
        )
        #expect(throws: SettingsError.self) { try Server.check(reader) }
    }
}
