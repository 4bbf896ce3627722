import Crypto
import ExposurePrimitives
import HTTPTransport
import ImmuniClient
import ImmuniDemoServers
import ImmuniStory
import KeyExport
import PhonePorts
import StoryKit
import Synchronization
import Testing
import WireFormat

/// The story of `avviso demo`: all services, real sockets, a real database.
@Suite("The story with its servers", .serialized)
struct StoryWithServersTests {
    private static let day = CalendarDay(daysSinceEpoch: 20_778)

    // The cases run concurrently, because a story mostly waits for the protection of its token.
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
        let notified: [[String]] = results.map(\.notified).sorted { $0.count < $1.count }
        #expect(notified == [[], ["Bruno"], ["Bruno"], ["Bruno"]])
    }

    @Test("stops if the phones trust another key, and stops the servers")
    func wrongKey() async throws {
        let other = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let options = try #require(StoryOptions(seed: 1, day: Self.day, exportPublicKeyPEM: other))
        let started = Mutex<DemoServers?>(nil)
        let story = CoreFlowStory(
            options: options,
            start: { clock in
                let servers = try await DemoServers.start(with: clock)
                started.withLock { $0 = servers }
                return servers
            },
            output: { _ in }
        )
        let error = await #expect(throws: MobileClientError.self) { try await story.tell() }
        guard case .chunkRefused(index: 1, .signature(_)) = error else {
            Issue.record("not refused for its signature: \(String(describing: error))")
            return
        }
        let servers = try #require(started.withLock { $0 })
        try await Self.expectStopped(servers)
    }

    @Test("leaves the servers running only if they are to be kept")
    func kept() async throws {
        async let plain = Self.tell(seed: 1)
        async let keeping = Self.tell(seed: 1, keepsServers: true)
        #expect(try await plain.keptServers == nil)
        let servers = try #require(try await keeping.keptServers)
        let visitor = try Self.visitor(of: servers)
        #expect(try await visitor.send(Self.request).body == Array(#"{"oldest":1,"newest":1}"#.utf8))
        try await visitor.shutDown()
        try await servers.stop()
        try await Self.expectStopped(servers)
    }

    private static let request = PhoneRequest(host: .download, method: .get, target: "/v1/keys/index", headers: [])

    private static func visitor(of servers: DemoServers) throws -> HTTPPhoneTransport {
        let url = try #require(ServerURL(servers.publicURL))
        return HTTPPhoneTransport(to: url, trust: servers.phoneTrust)
    }

    private static func expectStopped(_ servers: DemoServers) async throws {
        let visitor = try visitor(of: servers)
        await #expect(throws: HTTPExchangeError.unreachable) { try await visitor.send(request) }
        try await visitor.shutDown()
    }

    private static func tell(minutes: Int = 25, seed: UInt64, keepsServers: Bool = false) async throws -> StoryResult {
        let options = StoryOptions(minutes: minutes, seed: seed, day: day, keepsServers: keepsServers)
        return try await CoreFlowStory(options: try #require(options)) { _ in }.tell()
    }
}
