import LoadModel
import PhonePorts
import Testing
import WireFormat

@testable import LoadGeneration

@Suite("Schedule and servers of a load")
struct LoadScheduleTests {
    private static let steps = ["first", "second"].enumerated().map { place, name in
        LoadStep(LoadKind(name, Endpoint(.get, "/\(name)"), expected: [200]), after: Double(place) * 2)
    }

    private static func schedule(seed: UInt64 = 1, seconds: Double = 10, perDay: Double = 200) -> LoadSchedule {
        let visits = ["one", "two"].map { LoadVisit($0, perDay: perDay, on: .even, steps) { _ in Asking() } }
        return LoadSchedule(visits, seconds: seconds, seed: seed)
    }

    @Test("a seed gives the same schedule, another seed and the other visits different times")
    func seeds() {
        #expect(Self.schedule().requests == Self.schedule().requests)
        #expect(Self.schedule().requests != Self.schedule(seed: 2).requests)
        let sessions = Dictionary(grouping: Self.schedule().requests, by: \.visit)
        #expect(sessions[0]?.first?.time != sessions[1]?.first?.time)
    }

    @Test("requests are in order, visits are within the run, and steps keep their distance in seconds of the run")
    func times() {
        let schedule = Self.schedule()
        #expect(zip(schedule.requests, schedule.requests.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(schedule.kinds.map(\.name) == ["first", "second"])
        for visit in Dictionary(grouping: schedule.requests, by: \.session).values {
            #expect(visit.map(\.step) == [0, 1])
            #expect(visit[0].time < schedule.length)
            #expect(abs(visit[1].time - visit[0].time - 2_000_000) <= 1)
            #expect(!schedule.isLast(visit[0]) && schedule.isLast(visit[1]))
        }
    }

    @Test("a day in half the time has the same visits at half their times")
    func compression() {
        let (whole, half) = (Self.schedule(seconds: 20), Self.schedule(seconds: 10))
        let firsts = [whole, half].map { schedule in schedule.requests.filter { $0.step == 0 } }
        #expect(firsts[0].count == firsts[1].count)
        #expect(zip(firsts[0], firsts[1]).allSatisfy { abs($0.time - 2 * $1.time) <= 2 })
    }

    // MARK: - Addresses

    private static func servers(_ urls: [String], named: [String: [ServerURL]] = [:]) throws -> LoadServers {
        try LoadServers(
            for: [.download: .public, .upload: .public],
            listeners: [.public: urls.compactMap { ServerURL($0) }],
            named: named
        )
    }

    @Test(
        "addresses of this machine are accepted",
        arguments: ["http://127.0.0.1:8080", "http://127.255.0.3", "http://[::1]:80", "https://[::1]"]
    )
    func loopback(url: String) throws {
        #expect(try Self.servers([url]).urls[.download]?.count == 1)
    }

    private static let otherAddresses = [
        "http://localhost:8080", "http://10.0.0.1", "http://128.0.0.1", "http://127.0.0.1.example.org",
        "http://127.0.0", "http://127.0.0.256", "http://127.0.0.1x", "http://[::2]", "http://[::1].example.org",
        "http://127.0.0.-1", "http://127.0.0.0001",
    ]

    @Test("all others are refused, names as well", arguments: otherAddresses)
    func elsewhere(url: String) throws {
        #expect(ServerURL(url) != nil)
        #expect(throws: LoadFault.self) { try Self.servers([url]) }
    }

    @Test("named hosts replace the listener, unknown names and hosts without address are refused")
    func names() throws {
        let url = try #require(ServerURL("http://127.0.0.1:1"))
        let servers = try Self.servers(["http://127.0.0.1:2", "http://127.0.0.1:3"], named: ["upload": [url]])
        #expect(servers.urls[.upload] == [url])
        #expect(servers.urls[.download]?.count == 2)
        #expect(throws: LoadFault.self) { try Self.servers(["http://127.0.0.1:2"], named: ["uplod": [url]]) }
        #expect(throws: LoadFault.self) { try Self.servers([], named: ["upload": [url]]) }
    }
}
