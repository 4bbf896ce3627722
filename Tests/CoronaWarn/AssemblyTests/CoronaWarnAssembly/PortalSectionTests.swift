import CommonAssembly
import CoronaWarnAssembly
import CoronaWarnStoreConformance
import ExposureTesting
import Foundation
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Corona-Warn's operators' pages in a process")
struct PortalSectionTests {
    private func paths(_ names: [ServiceName], in folder: URL) async throws -> Set<String> {
        let reader = try await SettingsReader.ofCoronaWarn(["data": folder.path, "clock.guard": "off"])
        let clock = ManualClock(CoronaWarnSamples.now)
        let server = try Server([CoronaWarnSystem.self], settings: reader, clock: clock)
        let host = try await server.host(for: names, logger: LogCapture().logger)
        let paths = Set(host.routes.map(\.endpoint.path))
        try server.realm.close()
        return paths.intersection(["/portal/hotline", "/portal/laboratory"])
    }

    @Test("has a section for each of its services, and makes no database of another")
    func sections() async throws {
        for (names, expected, database) in [
            ([.verification, .portal], ["/portal/hotline"], "laboratory.sqlite"),
            ([.laboratory, .portal], ["/portal/laboratory"], "corona-warn.sqlite"),
        ] as [([ServiceName], Set<String>, String)] {
            try await TemporaryFolder.with { folder in
                #expect(try await paths(names, in: folder) == expected)
                let isMade = FileManager.default.fileExists(atPath: folder.appending(path: database).path)
                // Verification without a laboratory elsewhere reads results from the same folder.
                #expect(isMade == (database == "laboratory.sqlite"))
                if names.contains(.laboratory) {
                    let alone = try await paths([.portal], in: folder)
                    #expect(alone == expected, "pages of their own see the databases of the folder")
                }
            }
        }
    }

    @Test("are none without a service, and in a folder without databases")
    func none() async throws {
        try await TemporaryFolder.with { folder in
            for names in [[.portal], [.submission, .portal]] as [[ServiceName]] {
                await #expect(throws: (any Error).self) { _ = try await paths(names, in: folder) }
            }
        }
    }

    @Test("a folder with operators alone is not in use by Corona-Warn")
    func use() async throws {
        try await TemporaryFolder.with { folder in
            #expect(!CoronaWarnSystem.uses(folder))
            try Data().write(to: folder.appending(path: "portal.sqlite"))
            #expect(!CoronaWarnSystem.uses(folder))
            try Data().write(to: folder.appending(path: "laboratory.sqlite"))
            #expect(CoronaWarnSystem.uses(folder))
        }
    }
}
