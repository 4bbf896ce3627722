import DemoAuthority
import ExposureTesting
import Foundation
import ServiceKit
import ServiceTesting
import Testing

@Suite("Changes of the list of partners", .timeLimit(.minutes(2)))
struct PartnerReloadTests {
    private static let north = Partner(kind: .laboratory, name: "north")
    private static let south = Partner(kind: .laboratory, name: "south")
    private let service: SampleService
    private let fixture: TLSFixture

    init() throws {
        fixture = try TLSFixture()
        let laboratories = TrialRegistry()
        laboratories.add("north", token: "token-of-laboratory-north")
        laboratories.add("south", token: "token-of-laboratory-south")
        service = SampleService(partnerRoutes: [.results(of: laboratories)])
    }

    @Test("a partner that is taken from the list gets no answer to its next request, on an open connection either")
    func removal() async throws {
        let (first, second) = try (fixture.authority.client(name: "a"), fixture.authority.client(name: "b"))
        let configuration = try fixture.listing((Self.north, first), (Self.south, second))
        try await fixture.run(configuration, services: [service]) { ports, host in
            let port = try #require(ports.partner)
            let connection = try await fixture.connect(port, as: first)
            let other = try await fixture.connect(port, as: second)
            #expect(try await connection.exchange(post("/lab/results")).text == "north")
            try fixture.list([(Self.south, second)])
            host.reloadCertificates()
            // Of all that there is, it learns nothing more.
            let refused = try await connection.exchange(get("/unknown"))
            #expect(refused.status == 401)
            #expect(refused["connection"] == "close")
            await #expect(throws: (any Error).self) { try await connection.exchange(post("/lab/results")) }
            await #expect(throws: (any Error).self) { try await fixture.answer(post("/lab/results"), port, as: first) }
            #expect(try await other.exchange(post("/lab/results")).text == "south")
        }
    }

    @Test("a partner renews its certificate: both are listed for a time")
    func renewal() async throws {
        let (before, after) = try (fixture.authority.client(name: "a"), fixture.authority.client(name: "a"))
        try await fixture.run(fixture.listing((Self.north, before)), services: [service]) { ports, host in
            let port = try #require(ports.partner)
            for (listed, beforeWorks, afterWorks) in [
                ([before], true, false), ([before, after], true, true), ([after], false, true),
            ] {
                try fixture.list(listed.map { (Self.north, $0) })
                host.reloadCertificates()
                for (certificate, works) in [(before, beforeWorks), (after, afterWorks)] {
                    let answer = try await fixture.answerIfAny(post("/lab/results"), port, as: certificate)
                    #expect(answer?.text == (works ? "north" : nil))
                }
            }
        }
    }

    @Test("a list with a mistake leaves the list before in force, with one line in the log")
    func mistake() async throws {
        let certificate = try fixture.authority.client(name: "a")
        let (log, metrics) = (LogCapture(), MetricsRegistry())
        let configuration = try fixture.listing((Self.north, certificate))
        try await fixture.run(configuration, services: [service], log: log, metrics: metrics) { ports, host in
            let port = try #require(ports.partner)
            try fixture.write("laboratory north\n", to: "partners.txt")
            host.reloadCertificates()
            host.reloadCertificates()
            #expect(log.lines.filter { $0.contains("partners-refused") && $0.contains("line 1 of") }.count == 1)
            #expect(metrics.prometheusText().contains("partner_list_reload_failures_total 2\n"))
            let answer = try await fixture.answer(post("/lab/results"), port, as: certificate)
            #expect(answer.text == "north")
            // An empty list is no mistake.
            try fixture.write("", to: "partners.txt")
            host.reloadCertificates()
            #expect(log.lines.contains { $0.contains("partners-loaded") && $0.contains("\"count\":\"0\"") })
            await #expect(throws: (any Error).self) {
                try await fixture.answer(post("/lab/results"), port, as: certificate)
            }
        }
    }

    @Test("a list that others can change stops the start, and is not loaded later; others may read it")
    func sharedList() async throws {
        let certificate = try fixture.authority.client(name: "a")
        let partner = try fixture.partner(listing: [(Self.north, certificate)])
        let path = fixture.path("partners.txt")
        let file = fixture.folder.appending(path: "partners.txt")
        for mode in [0o664, 0o646] {
            try SecretFile.set(mode: mode, of: file)
            #expect(throws: HostError.unusablePartnerList(.partnersAreShared(path: path))) {
                try fixture.host(.forTests(partner: partner))
            }
        }
        try SecretFile.set(mode: 0o644, of: file)
        let log = LogCapture()
        try await fixture.run(.forTests(partner: partner), services: [service], log: log) { ports, host in
            let port = try #require(ports.partner)
            try fixture.list([])
            try SecretFile.set(mode: 0o666, of: file)
            host.reloadCertificates()
            #expect(log.lines.contains { $0.contains("partners-refused") && $0.contains("chmod go-w") })
            #expect(try await fixture.answer(post("/lab/results"), port, as: certificate).text == "north")
        }
    }

    @Test("a list that cannot be used stops the start with its reason")
    func start() async throws {
        let configuration = HostConfiguration.forTests(partner: try fixture.partner(listing: []))
        try fixture.write("clinic north 0a\n", to: "partners.txt")
        let path = fixture.path("partners.txt")
        #expect(throws: HostError.unusablePartnerList(.badPartner(path: path, line: 1))) {
            try fixture.host(configuration)
        }
        try fixture.write("", to: "partners.txt")
        _ = try fixture.host(configuration)
    }
}
