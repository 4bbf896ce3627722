import Metrics
import ServiceKit
import Testing

@Suite("Names of realms")
struct RealmNameTests {
    private static let lifetime = Setting.integer("otp.lifetime", default: 3, in: 1...9, summary: "How long.")
    private static let data = Setting.text("data", default: "avviso-data", summary: "Where.")
    private static let catalogue = SettingsCatalogue([.init(lifetime), .init(data)])

    private func reader(_ environment: [String: String], realm: String?) async throws -> SettingsReader {
        let name = try realm.map { try #require(RealmName($0)) }
        return try await SettingsReader(
            environment: environment,
            realm: name,
            catalogue: Self.catalogue,
            otherVariables: ["AVVISO_VECTORS"]
        )
    }

    @Test("have letters and digits only, so a variable belongs to one realm")
    func names() {
        for name in ["a", "it", "de2", String(repeating: "a", count: 16)] {
            #expect(RealmName(name)?.text == name)
        }
        for name in ["", "IT", "2de", "a-b", "a_b", "a.b", "é", String(repeating: "a", count: 17), "a "] {
            #expect(RealmName(name) == nil, "\(name)")
        }
    }

    @Test("are in the names of variables, and those of other realms do not count")
    func variables() async throws {
        let environment = [
            "AVVISO_REALM_IT_OTP_LIFETIME": "5", "AVVISO_REALM_DE_OTP_LIFETIME": "never", "AVVISO_VECTORS": "x",
            "AVVISO_TEST_X": "y", "HOME": "/",
        ]
        let reader = try await reader(environment, realm: "it")
        #expect(try reader.value(Self.lifetime) == 5)
        #expect(try reader.value(Self.data) == "avviso-data")
        #expect(reader.origin(of: "otp.lifetime") == .environment("AVVISO_REALM_IT_OTP_LIFETIME"))
        let rows = try Self.catalogue.rows(reader)
        #expect(rows.map(\.variable) == ["AVVISO_REALM_IT_DATA", "AVVISO_REALM_IT_OTP_LIFETIME"])
        let realms = try ["it", "fr"].map { try #require(RealmName($0)) }
        #expect(RealmName.strayVariables(in: environment.keys, besides: realms) == ["AVVISO_REALM_DE_OTP_LIFETIME"])
    }

    @Test("are needed: a variable without one would count for all realms")
    func withoutName() async throws {
        for variable in ["AVVISO_DATA", "AVVISO_CONFIG", "AVVISO_REALM"] {
            let error = await #expect(throws: SettingsError.self) { try await reader([variable: "x"], realm: "it") }
            #expect(error?.origin == .environment(variable))
            #expect(error?.description.contains("names no realm") == true)
            #expect(error?.description.contains("AVVISO_REALM_IT_") == true)
        }
        await #expect(throws: SettingsError.self) { try await reader(["AVVISO_REALM_IT_DATUM": "x"], realm: "it") }
        await #expect(throws: SettingsError.self) { try await reader(["AVVISO_REALM_IT_DATA": "x"], realm: nil) }
        #expect(try await reader(["AVVISO_DATA": "x"], realm: nil).value(Self.data) == "x")
    }

    @Test("are the first label of each metric")
    func metrics() {
        let registry = MetricsRegistry(labels: [("realm", "it")])
        Counter(label: "a_total", dimensions: [("service", "x")], factory: registry).increment()
        registry.addGauge("b", dimensions: []) { 2 }
        #expect(
            registry.prometheusText() == """
                # TYPE a_total counter
                a_total{realm="it",service="x"} 1
                # TYPE b gauge
                b{realm="it"} 2

                """
        )
    }
}
