import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import KeyExport
import KeyFiles
import OperatorPortal
import ServiceKit
import ServiceTesting
import Testing

/// A realm in a process that serves no system.
@Suite("A realm alone")
struct RealmTests {
    @Test("has the authority's keys")
    func keys() async throws {
        try await Server.with { server, folder in
            #expect(throws: AssemblyError.signingKeyMissing) { try server.realm.exportPublicKeyPEM() }
            let ring = SigningKeyFolder(folder.appending(path: "ring"))
            _ = try ring.create(id: "222", version: "v1", pem: nil, now: UnixTime(1_594_209_600))
            try await Server.with([], ["signing-key": folder.appending(path: "ring").path]) { other, _ in
                let (signers, list) = (try other.realm.exportSigners(), try other.realm.publicKeys())
                #expect(signers.map(\.signatureInfo.keyName.version) == ["v1"])
                #expect(list.keys.map(\.id) == ["222"])
                #expect(try other.realm.messagePublicKeyPEM() == nil)
            }
        }
    }

    @Test("makes its folder readable by its user only, and makes no database")
    func folder() async throws {
        try await Server.with { server, folder in
            let data = folder.appending(path: "data").path
            let mode = try #require(FileManager.default.attributesOfItem(atPath: data)[.posixPermissions] as? Int)
            #expect(mode == 0o700)
            #expect(try server.migrate() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: data) == [])
            #expect(throws: AssemblyError.noDatabase(data)) { try server.clockGuards() }
        }
    }

    @Test("has no operators' pages, and says why")
    func noPages() async throws {
        try await Server.with { server, _ in
            #expect(Server.services(of: []).isEmpty && Server.roles(of: []).isEmpty)
            await #expect(throws: SectionError.noSection) {
                _ = try await server.host(for: [.portal], logger: LogCapture().logger)
            }
            #expect(SectionError.noSection.description.contains("no system of this process has a section"))
        }
    }

    @Test("reports the findings that concern every set-up, and none of a system")
    func findings() async throws {
        try await TemporaryFolder.with { folder in
            let options = ["data": folder.path, "clock.guard": "off", "log.level": "debug"]
            let reader = try await SettingsReader(options)
            let inspection = await SetupInspection([], reader, services: [], clock: ManualClock(UnixTime(0)))
            #expect(inspection.problem == nil)
            #expect(Set(inspection.findings.map(\.name)).isSuperset(of: ["clock-unguarded", "debug-log"]))
            #expect(!inspection.findings.contains { $0.name == "plain-public" }, "no phone speaks with it")
        }
    }
}
