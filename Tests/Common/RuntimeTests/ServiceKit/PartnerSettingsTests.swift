import ServiceKit
import Testing

@Suite("Settings of the partner listener")
struct PartnerSettingsTests {
    private static let allSettings = [
        "partner.address": "0.0.0.0:8082", "partner.tls-certificate": "server.pem", "partner.tls-key": "key.pem",
        "partner.tls-client-ca": "partners.pem", "partner.list": "partners.txt",
    ]

    private func configuration(_ set: [String: String]) async throws -> HostConfiguration {
        try HostConfiguration(
            await SettingsReader(
                commandLine: set,
                environment: [:],
                file: nil,
                catalogue: HostSettings.catalogue,
                otherVariables: []
            )
        )
    }

    @Test("all of them make the listener")
    func complete() async throws {
        let partner = try #require(try await configuration(Self.allSettings).partner)
        #expect(partner.address == ListenAddress(host: "0.0.0.0", port: 8082))
        #expect(partner.tls == TLSFiles(certificate: "server.pem", key: "key.pem", clientAuthority: "partners.pem"))
        #expect(partner.list == "partners.txt")
    }

    @Test("without an address there is none, whatever else is set")
    func noAddress() async throws {
        var set = Self.allSettings
        set["partner.address"] = nil
        #expect(try await configuration(set).partner?.address == nil)
    }

    @Test(
        "an address without a part of mutual TLS is refused by name",
        arguments: allSettings.keys.filter { $0 != "partner.address" }.sorted()
    )
    func incomplete(name: String) async throws {
        var set = Self.allSettings
        set[name] = nil
        do {
            _ = try await configuration(set)
            Issue.record("there is a listener without \(name)")
        } catch SettingsError.missing(let setting, _) {
            #expect(setting == name)
        }
    }
}
