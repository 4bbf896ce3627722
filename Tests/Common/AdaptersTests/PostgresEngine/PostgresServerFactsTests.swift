import DatabaseTesting
@testable import PostgresEngine
import Testing

@Suite("What PostgreSQL's settings mean")
struct PostgresServerFactsTests {
    private static let fit = [
        "fsync": "on", "full_page_writes": "on", "track_commit_timestamp": "off", "log_statement": "none",
        "log_min_duration_statement": "-1", "log_min_duration_sample": "-1", "log_transaction_sample_rate": "0",
        "log_duration": "off", "log_parameter_max_length_on_error": "0", "max_connections": "100",
    ]

    private static func facts(_ changes: [String: String] = [:]) -> PostgresServerFacts {
        PostgresServerFacts(settings: fit.merging(changes) { $1 }, isExposed: false)
    }

    @Test("a server with the settings of docs/postgresql.md, or without those it does not know, is fit")
    func fit() {
        #expect(Self.facts() == PostgresServerFacts())
        #expect(PostgresServerFacts(settings: [:], isExposed: false) == PostgresServerFacts())
    }

    @Test("each setting that loses commits is noticed", arguments: ["fsync", "full_page_writes"])
    func lossy(name: String) {
        #expect(Self.facts([name: "off"]) == PostgresServerFacts(isLossy: true))
    }

    @Test(
        "each setting that tells of commits and statements is noticed",
        arguments: [
            ("track_commit_timestamp", "on"), ("log_statement", "ddl"), ("log_statement", "mod"),
            ("log_min_duration_statement", "0"), ("log_min_duration_sample", "100"),
            ("log_transaction_sample_rate", "0.1"), ("log_duration", "on"), ("log_parameter_max_length_on_error", "-1"),
        ]
    )
    func talkative(name: String, value: String) {
        #expect(Self.facts([name: value]) == PostgresServerFacts(isTalkative: true))
    }

    @Test(
        "only a way within this machine needs no proof of the server",
        arguments: [
            ("/run/postgresql", "", false, "prefer", false), ("@avviso", "", false, "prefer", false),
            ("db", "127.0.0.1", false, "prefer", false), ("db", "::1", false, "disable", false),
            ("db", "10.0.0.1", false, "prefer", true), ("db", "10.0.0.1", true, "prefer", true),
            ("db", "10.0.0.1", true, "require", true), ("db", "10.0.0.1", true, "verify-ca", true),
            ("db", "10.0.0.1", true, "verify-full", false), ("db", "10.0.0.1", false, "verify-full", true),
            ("db", "1270::1", false, "prefer", true),
        ]
    )
    func exposed(host: String, address: String, isEncrypted: Bool, mode: String, isExposed: Bool) {
        let way = PostgresWay(host: host, address: address, isEncrypted: isEncrypted, mode: mode)
        #expect(way.isExposed == isExposed)
    }

    @Test("a real server tells its own: that of the tests writes nothing to the disk", .needsPostgres)
    func real() async throws {
        #expect(try PostgresServerFacts(of: TestServer.required()) == PostgresServerFacts(isLossy: true))
    }

    @Test("a real connection tells its mode", .needsPostgres, arguments: ["disable", "prefer"])
    func mode(mode: String) throws {
        let url = try TestServer.required().url
        let server = PostgresServer(url: url + (url.contains("?") ? "&" : "?") + "sslmode=\(mode)")
        #expect(try PostgresConnection(server, schema: "pg_catalog").way.mode == mode)
    }
}
