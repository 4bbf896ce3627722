import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniClient
import KeyExport
import PhonePage
import PhonePageTesting
import Testing

@testable import ImmuniPhonePage

@Suite("Immuni's app beside another client")
struct BesideAnotherClientTests {
    private func withPage(_ body: (TrialPage, TrialServer, URL) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let server = TrialServer()
            let app = MobileClient.App(
                platform: .android,
                build: 1,
                exportVerifier: try ExportVerifier(keys: [
                    ExportVerificationKey(P256.Signing.PrivateKey().publicKey.pemRepresentation)
                ]),
                messageVerifier: nil
            )
            let page = try await TrialPage(
                "Anna",
                [
                    HostedImmuniClient(app, transport: server, evidence: .none),
                    TrialClient("diary", name: "Diary", usesFramework: true),
                ],
                on: .android,
                in: folder,
                clock: CastClock(folder: folder, base: ManualClock(UnixTime(1_795_255_200)))
            )
            try await body(page, server, folder.appending(path: "phone-Anna"))
        }
    }

    private func openDiary(on page: TrialPage) async throws {
        _ = try await page.post("/phone", ["client": "diary", "do": "open"])
        _ = try await page.answer("allow")
        _ = try await page.answer("allow")
    }

    @Test("keeps its files where they are when it is alone")
    func files() async throws {
        try await withPage { page, _, folder in
            try await openDiary(on: page)
            _ = try await page.post("/act", ["client": "diary", "do": "write", "what": "Dear diary"])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(names).isSuperset(of: ["app", "app.key", "clients", "framework", "system.json"]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/clients") == ["diary"])
        }
    }

    @Test("takes no form, answer or task of the other")
    func apart() async throws {
        try await withPage { page, server, _ in
            let before = server.requests
            _ = try await page.post("/tester", ["client": "diary", "do": "news"])
            #expect(server.requests == before, "the other wakes alone")
            try await openDiary(on: page)
            #expect(try await page.post("/act", ["do": "proceed"]) == 303)
            #expect(try await page.get().contains(">Diary</h1>"), "a press that comes late does nothing")
            let proceed: KeyValuePairs = ["client": "diary", "do": "proceed"]
            #expect(try await page.post("/act", proceed) == 422, "no control of the diary")
            #expect(try await page.post("/act", ["do": "write", "what": "x"]) == 422, "no control of the app")
            _ = try await page.post("/phone", ["do": "close"])
            #expect(try await page.get().contains("Open Avviso"))
            #expect(try await page.get("/screens").contains("<h2>Avviso, Android</h2>"))
        }
    }
}
