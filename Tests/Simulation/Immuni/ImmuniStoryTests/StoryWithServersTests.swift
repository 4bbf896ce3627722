import AnalyticsStores
import ImmuniStory
import Crypto
import ExposurePrimitives
import HTTPTransport
import KeyExport
import ImmuniClient
import PhonePorts
import ImmuniDemo
import Testing
import WireFormat

/// The story as `avviso demo` tells it: all services, real sockets, a real database.
@Suite("The story with its servers", .serialized)
struct StoryWithServersTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    // Side by side, because a story mostly waits for the protection of its token.
    @Test("notifies the person who was near, and nobody else; after five minutes nobody")
    func near() async throws {
        let results = try await withThrowingTaskGroup(of: StoryResult.self) { stories in
            for (minutes, seed) in [(25, 1), (25, 2), (25, 3), (5, 1)] as [(Int, UInt64)] {
                stories.addTask { try await Self.tell(minutes: minutes, seed: seed) }
            }
            return try await stories.reduce(into: []) { $0.append($1) }
        }
        for result in results {
            #expect(result.isAsExpected, "\(result.expectations.filter { !$0.held })")
        }
        #expect(results.map(\.notified).sorted { $0.count < $1.count } == [[], ["Bruno"], ["Bruno"], ["Bruno"]])
    }

    @Test("breaks off where the phones trust another key")
    func wrongKey() async throws {
        let other = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let error = await #expect(throws: MobileClientError.self) { try await Self.tell(seed: 1, exportKey: other) }
        guard case .chunkRefused(index: 1, .signature(_)) = error else {
            Issue.record("not refused for its signature: \(String(describing: error))")
            return
        }
    }

    @Test("breaks off where the servers stop before the chunk is fetched")
    func stopped() async throws {
        let options = try #require(StoryOptions(seed: 1, day: Self.day))
        let story = CoreFlowStory(options: options, launcher: StoppingLauncher()) { _ in }
        await #expect(throws: MobileClientError.transport(.unreachable)) { try await story.tell() }
    }

    @Test("leaves the servers running where they are to be kept, and only there")
    func kept() async throws {
        async let plain = Self.tell(seed: 1)
        async let keeping = Self.tell(seed: 1, keepsServers: true)
        #expect(try await plain.keptServers == nil)
        let servers = try #require(try await keeping.keptServers)
        let url = try #require(ServerURL(servers.publicURL))
        let visitor = HTTPPhoneTransport(.init(downloadURL: url, uploadURL: url, trust: servers.phoneTrust))
        let request = PhoneRequest(host: .download, method: .get, target: "/v1/keys/index", headers: [])
        #expect(try await visitor.send(request).body == Array(#"{"oldest":1,"newest":1}"#.utf8))
        try await servers.stop()
        await #expect(throws: PhoneTransportError.unreachable) { try await visitor.send(request) }
        try await visitor.shutDown()
    }

    private static func tell(
        minutes: Int = 25,
        seed: UInt64,
        exportKey: String? = nil,
        keepsServers: Bool = false
    ) async throws -> StoryResult {
        let options = StoryOptions(
            minutes: minutes,
            seed: seed,
            day: day,
            exportPublicKeyPEM: exportKey,
            keepsServers: keepsServers
        )
        return try await CoreFlowStory(options: try #require(options), launcher: StoryLauncher()) { _ in }.tell()
    }
}

/// Starts real servers that go down right after they published.
private struct StoppingLauncher: ServerLauncher {
    func start(with clock: any WallClock) async throws -> any RunningServers {
        Servers(base: try await StoryLauncher().start(with: clock))
    }

    private struct Servers: RunningServers {
        let base: any RunningServers

        var publicURL: String { base.publicURL }
        var internalURL: String { base.internalURL }
        var phoneTrust: ServerTrust { base.phoneTrust }
        var operatorTrust: ServerTrust { base.operatorTrust }
        var authorityFile: String? { base.authorityFile }
        var exportPublicKeyPEM: String { base.exportPublicKeyPEM }
        var messagePublicKeyPEM: String? { base.messagePublicKeyPEM }

        var androidPhone: any AndroidDeviceEvidence { base.androidPhone }

        func iPhone(of name: String) -> any AppleDeviceEvidence { base.iPhone(of: name) }

        func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount] {
            try await base.operationalCounts(on: day)
        }

        func settle() async { await base.settle() }

        func publishNow() async throws {
            try await base.publishNow()
            try await base.stop()
        }

        func stop() async throws {}
    }
}
