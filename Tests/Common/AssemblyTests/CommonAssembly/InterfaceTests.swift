import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

/// The output of `avviso api`, with which the documents of a system are compared.
@Suite("The interface of a process")
struct InterfaceTests {
    private func interface(of systems: [any SystemAssembly.Type]) async throws -> JSONValue {
        try await TemporaryFolder.with { folder in
            let options = try Server.trialSettings(of: systems, in: folder).merging(["data": folder.path]) { $1 }
            let reader = try await SettingsReader(options, of: systems)
            let server = try Server(systems, settings: reader, clock: ManualClock(UnixTime(1_594_209_600)))
            return try await server.interface(of: systems.flatMap { $0.services }, logger: LogCapture().logger)
        }
    }

    private func lines(_ routes: JSONValue?) throws -> [String] {
        guard case .array(let routes)? = routes else {
            throw NoRoutes()
        }
        return try routes.map { route in
            try ["method", "path", "caller"].map { member in
                guard case .string(let text)? = route[member] else {
                    throw NoRoutes()
                }
                return text
            }.joined(separator: " ")
        }
    }

    private struct NoRoutes: Error {}

    @Test("has the routes of each system by listener, with their callers")
    func routes() async throws {
        let trial = try #require(try await interface(of: [TrialSystem.self])["systems"]?["trial"])
        #expect(try lines(trial["public"]) == ["POST /results/ask everyone"])
        #expect(try lines(trial["internal"]) == ["POST /lab/results laboratory", "POST /codes operator"])
        #expect(try lines(trial["partner"]) == ["POST /lab/results laboratory", "POST /batches foreign-authority"])
        #expect(try lines(trial["pages"]) == ["GET /desk session"])
    }

    @Test("has the media types and the dummies of a route")
    func media() async throws {
        let trial = try await interface(of: [TrialSystem.self])["systems"]?["trial"]
        let route: JSONValue = [
            "method": "POST", "path": "/results/ask", "caller": "everyone", "has_dummies": true,
            "accepts": ["application/json"], "produces": ["application/json"],
        ]
        #expect(trial?["public"] == [route])
    }

    @Test("has the facts that a system declares, and the numbers of the transport")
    func facts() async throws {
        let trial = try await interface(of: [TrialSystem.self])["systems"]?["trial"]
        #expect(trial?["errors"] == ["notYet": ["status": 404, "code": 7]])
        #expect(trial?["limits"] == ["lines": ["least": 1, "greatest": 500]])
        #expect(trial?["patterns"] == ["id": "^[a-f0-9]{64}$"])
        #expect(trial?["values"]?["polls"] == 8)
        #expect(trial?["values"]?["body"] == .integer(TransportLimits().body))
    }

    @Test("has the routes of the host, whichever systems there are", arguments: [true, false])
    func host(hasSystem: Bool) async throws {
        let interface = try await interface(of: hasSystem ? [TrialSystem.self] : [])
        #expect(try lines(interface["host"]?["internal"]) == ["GET /health probe", "GET /metrics program"])
        #expect(try lines(interface["host"]?["public"]).isEmpty)
        #expect((interface["systems"]?["trial"] != nil) == hasSystem)
    }
}

/// A second system, with routes for every kind of caller.
private struct TrialSystem: BareSystem {
    static let name = "trial"
    static let services = [ServiceName(rawValue: "trial-results")]
    static let contract = ContractFacts(
        errors: ["notYet": ["status": 404, "code": 7]],
        limits: ["lines": 1...500],
        values: ["polls": 8],
        patterns: ["id": "^[a-f0-9]{64}$"]
    )
    let realm: Realm

    init(realm: Realm, settings: SettingsReader) throws {
        self.realm = realm
    }

    func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService { TrialResults() }
}

private struct TrialResults: HostedService {
    let name = "trial-results"
    let refusals: any RefusalRenderer = EmptyRefusals()

    var publicRoutes: [Route] {
        let ask = Endpoint(.post, "/results/ask", accepts: [.json], produces: [.json], hasDummies: true)
        return [.forEveryone(ask) { _ in .empty(204) }]
    }

    var internalRoutes: [Route] {
        [
            results,
            .forOperators(Endpoint(.post, "/codes"), knownBy: { _ in String?.none }, handler: { _, _ in .empty(204) }),
            .page(.get, "/desk") { _ in .empty(204) },
        ]
    }

    var partnerRoutes: [Route] {
        [results, .forForeignAuthorities(Endpoint(.post, "/batches")) { _, _ in .empty(204) }]
    }

    private var results: Route {
        let endpoint = Endpoint(.post, "/lab/results")
        return .forLaboratories(endpoint, knownBy: { _ in String?.none }, handler: { _, _ in .empty(204) })
    }

    func checkHealth() async throws {}
}
