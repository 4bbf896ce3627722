import Foundation
import PhonePageTesting
import Testing
import WireFormat

@testable import PhonePage

@Suite("A client on the phone page")
struct HostedClientTests {
    @Test("has its screens with made-up facts, those of a phone's first client without its name")
    func samples() async throws {
        try await TrialCast.withAnna { _, page in
            let list = try await page.get("/screens")
            #expect(list.contains("/screens/ios/form?") && list.contains("/screens/ledger/android/entries?"))
            #expect(list.contains("<h2>Diary, iPhone</h2>") && list.contains("<h2>Ledger, Android</h2>"))
            for path in ["/screens/ios/form", "/screens/diary/ios/form", "/screens/ledger/android/form"] {
                #expect(try await page.get(path).contains("New entry"), "\(path)")
            }
            for path in ["/screens/ios/other", "/screens/atlas/ios/form", "/screens/diary/other/form"] {
                await #expect(throws: Refusal.notFound, "\(path)") { try await page.get(path) }
            }
        }
    }

    @Test("is alone on a page without a trace of others")
    func alone() async throws {
        try await TrialCast.withAnna(nil, [TrialCast.ledger()]) { _, page in
            let shown = try await page.get()
            #expect(!["name=\"client\"", "-ledger\"", "role=\"group\""].contains { shown.contains($0) })
            #expect(try await page.get("/screens").contains("<h2>iPhone</h2>"))
        }
    }

    @Test("draws a flyer on the panel, and a click on it acts on its screen")
    func flyer() async throws {
        try await TrialCast.withAnna { _, page in
            _ = try await page.post("/phone", ["client": "ledger", "do": "open"])
            _ = try await page.answer("allow")
            let card = try #require(try await page.get().components(separatedBy: "id=\"flyer-ledger\"").last)
            for field in [("client", "ledger"), ("do", "write"), ("what", "Text of a flyer")] {
                #expect(card.contains("name=\"\(field.0)\" value=\"\(field.1)\""))
            }
            _ = try await page.post("/act", ["client": "ledger", "do": "write", "what": "Text of a flyer"])
            #expect(try await page.screen().contains("<li>Text of a flyer</li>"))
        }
    }

    @Test("leads its owner to an update")
    func update() async throws {
        try await TrialCast.withAnna { _, page in
            #expect(try await page.post("/act", ["client": "ledger", "do": "update"]) == 303)
            #expect(await page.phone.parts.system.state["ledger"].build == 1, "it is not on the screen")
            _ = try await page.post("/phone", ["client": "ledger", "do": "open"])
            #expect(try await page.post("/act", ["client": "ledger", "do": "update"]) == 303)
            #expect(await page.phone.parts.system.state["ledger"].build == 1, "a question is before it")
            _ = try await page.answer("allow")
            #expect(try await page.post("/act", ["client": "ledger", "do": "update"]) == 303)
            #expect(await page.phone.parts.system.state["ledger"].build == 2)
            #expect(await page.phone.parts.system.state["diary"].build == 1)
        }
    }

    private static let unusable: [[TrialClient]] = [
        [], [TrialCast.diary(), TrialCast.diary()], [TrialClient("../app", name: "x", usesFramework: false)],
        [TrialClient("", name: "x", usesFramework: false)], [TrialClient("Diary", name: "x", usesFramework: false)],
        [TrialClient(ClientID(rawValue: String(repeating: "a", count: 33)), name: "x", usesFramework: false)],
    ]

    @Test("has a name and files that no other has", arguments: unusable)
    func plan(clients: [TrialClient]) throws {
        let name = try #require(PhoneName("Anna"))
        let folder = FileManager.default.temporaryDirectory
        let error = PhonePageError.unusableClients(clients.map(\.id))
        #expect(throws: error) { try PhonePlan(name: name, castFolder: folder, platform: .iOS, clients: clients) }
        let longest = ClientID(rawValue: String(repeating: "a", count: 32))
        let two = [TrialClient(longest, name: "x", usesFramework: false), TrialCast.diary()]
        _ = try PhonePlan(name: name, castFolder: folder, platform: .iOS, clients: two)
    }
}
