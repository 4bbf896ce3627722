import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnConfiguration
import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import KeyExport
import MessageSignatures
import PhonePage
import PhonePageTesting
import Synchronization
import Testing

@testable import CoronaWarnPhonePage

@Suite("Corona-Warn's app on a phone's page")
struct CoronaWarnPageTests {
    private func withPage(_ authority: Laboratory? = nil, _ body: (TrialPage, TrialServer, URL) async throws -> Void)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let server = TrialServer()
            let clock = CastClock(folder: folder, base: ManualClock(UnixTime(1_795_255_200)))
            let app = HostedCoronaWarnClient(try .trial, transport: server)
            let diary = TrialClient("diary", name: "Diary", usesFramework: true)
            let cast = authority.map { PhoneCast(folder: folder, clock: clock, authority: $0) }
            let page = try await TrialPage("Anna", [app, diary], on: .android, in: folder, clock: clock, cast: cast)
            try await body(page, server, folder.appending(path: "phone-Anna"))
        }
    }

    @Test("is opened from the lock screen, and says why it cannot begin without a configuration")
    func opening() async throws {
        try await withPage { page, server, _ async throws in
            #expect(try await page.get().contains("Open Corona-Warn"))
            #expect(try await page.post("/phone", ["do": "open"]) == 303)
            #expect(server.requests > 0)
            #expect(try await page.get().contains("The app could not fetch what it needs"))
            #expect(try await page.post("/act", ["do": "retryConfiguration"]) == 303)
        }
    }

    @Test("keeps its files apart from those of another app")
    func files() async throws {
        try await withPage { page, _, folder in
            _ = try await page.post("/phone", ["do": "open"])
            _ = try await page.post("/phone", ["do": "close"])
            _ = try await page.post("/phone", ["client": "diary", "do": "open"])
            _ = try await page.answer("allow")
            _ = try await page.answer("allow")
            _ = try await page.post("/act", ["client": "diary", "do": "write", "what": "Dear diary"])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/clients")
            #expect(Set(names) == ["cwa", "diary"])
            #expect(try await page.post("/act", ["client": "diary", "do": "consent"]) == 422, "not the diary's")
            #expect(try await page.post("/act", ["do": "write", "what": "x"]) == 422, "not the app's")
        }
    }

    @Test("has sheets with codes that a click scans, and new ones on request")
    func flyers() async throws {
        try await withPage { page, _, _ in
            let before = try await page.get()
            let codes = before.components(separatedBy: "https://localhost/?").count - 1
            #expect(codes == TestSite.flyerCount)
            #expect(before.components(separatedBy: "<svg class=\"qr\"").count - 1 == TestSite.flyerCount)
            #expect(try await page.post("/tester", ["do": "newFlyers"]) == 303)
            let after = try await page.get()
            let code = try #require(before.components(separatedBy: "https://localhost/?").last?.prefix(43))
            #expect(!after.contains(code))
            #expect(try await page.post("/act", ["do": "scan", "what": "https://localhost/?\(code)"]) == 303)
        }
    }

    @Test("says how results are delivered where no servers take orders")
    func alone() async throws {
        try await withPage { page, _, _ async throws in
            #expect(try await page.get().contains("avviso lab send"))
            #expect(try await page.post("/tester", ["do": "deliver", "flyer": "1", "result": "positive"]) == 422)
            #expect(try await page.post("/tester", ["do": "giveTeleTAN"]) == 422)
        }
    }

    @Test("delivers a result, and gives a teleTAN, through the servers of the cast")
    func laboratory() async throws {
        let laboratory = Laboratory()
        try await withPage(laboratory) { page, _, _ in
            #expect(try await page.post("/tester", ["do": "deliver", "flyer": "2", "result": "positive"]) == 303)
            #expect(try await page.post("/tester", ["do": "giveTeleTAN"]) == 303)
            let text = try await page.get()
            #expect(text.contains("Delivered for sheet 2: Positive") && text.contains("The TeleTAN is R3A-4F7-KP2M"))
            #expect(laboratory.orders.map(\.name) == ["deliverResult", "giveTeleTAN"])
            let value = try #require(laboratory.orders.first?.value)
            #expect(LaboratoryOrder(value)?.outcome == .positive)
            for fields: KeyValuePairs in [
                ["do": "deliver", "flyer": "9", "result": "positive"],
                ["do": "deliver", "flyer": "1", "result": "redeemed"], ["do": "deliver"],
            ] {
                #expect(try await page.post("/tester", fields) == 422)
            }
            #expect(laboratory.orders.count == 2)
        }
    }

    @Test("shows every screen with made-up facts, in each language")
    func screens() async throws {
        try await withPage { page, _, _ in
            let list = try await page.get("/screens")
            #expect(list.contains("<h2>Corona-Warn, Android</h2>"))
            #expect(list.contains("/screens/android/hotline-answerlost?lang=en-GB"))
            #expect(try await page.get("/screens/android/test-result-positive").contains("Your result is positive"))
        }
    }
}

/// Servers that note what they are told.
private final class Laboratory: CastAuthority {
    private let told = Mutex<[AuthorityOrder]>([])
    var orders: [AuthorityOrder] { told.withLock { $0 } }

    func runDueTasks() async -> UnixTime? { nil }

    func perform(_ order: AuthorityOrder) async throws -> String {
        told.withLock { $0.append(order) }
        return order.name == HostedCoronaWarnClient.giveTeleTAN ? "R3A-4F7-KP2M" : ""
    }
}

extension CoronaWarnApp.App {
    /// An app that trusts keys nobody has.
    fileprivate static var trial: CoronaWarnApp.App {
        get throws {
            let key = P256.Signing.PrivateKey().publicKey.pemRepresentation
            let packages = try ExportVerifier(keys: [ExportVerificationKey(key)])
            let keys = try AuthorityKeys(packages: packages, messages: [try MessageVerificationKey(pem: key)])
            return CoronaWarnApp.App(platform: .android, keys: keys)
        }
    }
}
