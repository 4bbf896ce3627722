import AssociationAssembly
import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import OperatorPortal
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Where the page of held reports is")
struct HeldReportPageTests {
    /// The paths of a host with these services, in a folder whose databases exist.
    private static func paths(_ mode: String, _ services: [ServiceName]) async throws -> Set<String> {
        try await TemporaryFolder.with { folder in
            let settings = try AssociationSystem.trialSettings(in: folder).merging([
                "association.mode": mode, "data": folder.appending(path: "data").path,
            ]) { $1 }
            let reader = try await SettingsReader(
                commandLine: settings,
                environment: [:],
                catalogue: Server.catalogue(of: [AssociationSystem.self])
            )
            let clock = ManualClock(UnixTime(1_614_600_000))
            let server = try Server([AssociationSystem.self], settings: reader, clock: clock)
            _ = try server.migrate()
            let host = try await server.host(for: services, logger: LogCapture().logger)
            let paths = Set(host.routes.map(\.endpoint.path))
            try server.realm.close()
            return paths
        }
    }

    @Test("it is beside the authority, and in a process of the pages alone")
    func present() async throws {
        let page = "/portal/held-reports"
        #expect(try await Self.paths("centralised", [.association, .portal]).contains(page))
        #expect(try await Self.paths("hybrid", [.portal]).contains(page))
        #expect(try await !Self.paths("hybrid", [.association]).contains(page))
    }

    @Test("without an authority there is no page", arguments: [[.association, .portal], [.portal]] as [[ServiceName]])
    func absent(services: [ServiceName]) async throws {
        await #expect(throws: SectionError.noSection) { try await Self.paths("decentralised", services) }
    }
}
