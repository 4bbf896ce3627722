import ExposurePrimitives
import Foundation
import PhonePageTesting
import PhonePorts
import ServiceKit
import Synchronization
import Testing

@testable import PhonePage

@Suite("Two clients beside each other on one phone")
struct BesideEachOtherTests {
    @Test("have screens, forms and files of their own")
    func screens() async throws {
        try await TrialCast.withAnna { cast, page in
            let locked = try await page.screen()
            #expect(locked.contains("Open Diary") && locked.contains("Open Ledger"))
            #expect(try await page.post("/phone", ["client": "ledger", "do": "open"]) == 303)
            #expect(try await page.answer("allow") == 303)
            #expect(try await page.post("/act", ["client": "ledger", "do": "begin"]) == 303)
            #expect(try await cast.becomesTrue { try await page.screen().contains("New entry") })
            #expect(try await page.post("/act", ["client": "ledger", "do": "write", "what": "Twelve"]) == 303)
            #expect(try await cast.becomesTrue { try await page.screen().contains("<li>Twelve</li>") })
            // The diary is not on the screen: a press that comes late does nothing.
            #expect(try await page.post("/act", ["do": "write", "what": "Late"]) == 303)
            _ = try await page.post("/phone", ["do": "close"])
            _ = try await page.post("/phone", ["do": "open"])
            let asks = "Diary asks to exchangeIdentifiers"
            #expect(try await cast.becomesTrue { try await page.screen().contains(asks) })
            _ = try await page.answer("refuse")
            #expect(try await cast.becomesTrue { try await page.screen().contains("Diary asks to notify") })
            _ = try await page.answer("refuse")
            let empty = "<h1 id=\"title\" tabindex=\"-1\" autofocus>Diary</h1><ul></ul>"
            #expect(try await cast.becomesTrue { try await page.screen().contains(empty) })
            _ = try await page.post("/act", ["do": "write", "what": "Dear diary"])
            #expect(
                try await cast.becomesTrue { cast.file("clients/diary/app/entries", of: "Anna") == "Dear diary" }
            )
            #expect(cast.file("clients/ledger/app/entries", of: "Anna") == "Twelve")
            #expect(cast.file("clients/diary/framework.key", of: "Anna") != nil)
            #expect(cast.file("clients/ledger/framework.key", of: "Anna") == nil)
        }
    }

    @Test("ask one after the other, and an answer that names another question does nothing")
    func questions() async throws {
        try await TrialCast.withAnna { cast, page in
            _ = try await page.post("/phone", ["do": "open"])
            let first = try #require(try await page.question())
            let asks = "Diary asks to exchangeIdentifiers"
            #expect(try await cast.becomesTrue { try await page.screen().contains(asks) })
            _ = try await page.post("/phone", ["client": "ledger", "do": "open"])
            #expect(try await page.question() == first, "the first question stays")
            #expect(try await page.answer("allow") == 303)
            for title in ["Ledger asks to notify", "Diary asks to notify"] {
                #expect(try await cast.becomesTrue { try await page.screen().contains(title) })
                #expect(try await page.post("/phone", ["do": "refuse", "question": first]) == 303)
                #expect(try await page.screen().contains(title), "a late press")
                #expect(try await page.answer("allow") == 303)
            }
            #expect(try await cast.becomesTrue { try await page.question() == nil })
            let areAnswered = try await cast.becomesTrue {
                let state = await page.phone.parts.system.state
                return state["diary"].mayNotify == true && state["ledger"].mayNotify == true
            }
            #expect(areAnswered)
            for fields in [["do": "allow"], ["do": "allow", "question": "x"], ["do": "nothing"]]
                as [KeyValuePairs<String, String>]
            {
                #expect(try await page.post("/phone", fields) == 422)
            }
        }
    }

    @Test("a client that wants to be woken again at once does not stop the clock")
    func endlessTask() async throws {
        let restless = TrialClient("restless", name: "Restless", usesFramework: false, period: 0)
        try await TrialCast.withAnna(nil, [TrialCast.diary(), restless]) { _, page in
            let next = await page.phone.runDueTasks()
            #expect(next == page.phone.clock.now(), "it waits for the next look")
            #expect(restless.server.requests == SimulatedPhone.maxWakes)
        }
    }

    @Test("have permissions, background tasks, notifications and requests of their own")
    func system() async throws {
        let (diary, ledger) = (TrialCast.diary(), TrialCast.ledger())
        try await TrialCast.withAnna(nil, [diary, ledger]) { cast, page in
            #expect(try await page.post("/tester", ["client": "ledger", "do": "news"]) == 303)
            #expect((diary.server.requests, ledger.server.requests) == (0, 1))
            let isTold = try await cast.becomesTrue { try await page.screen().contains("News of Ledger") }
            let locked = try await page.screen()
            #expect(isTold && !locked.contains("News of Diary"))
            await cast.advance(bySeconds: 2 * 3600 + 60)
            #expect((diary.server.requests, ledger.server.requests) == (2, 3))
            let parts = await page.phone.parts
            #expect(parts["diary"]?.transport.requests.count == 2)
            #expect(parts["ledger"]?.transport.requests.count == 3)
            _ = try await page.post("/tester", ["client": "ledger", "do": "notifications"])
            #expect(await page.phone.parts.system.state["ledger"].mayNotify == true)
            #expect(await page.phone.parts.system.state["diary"].mayNotify == nil)
            _ = try await page.post("/phone", ["client": "ledger", "do": "open"])
            #expect(await page.phone.parts.system.state["ledger"].notifications.isEmpty)
            #expect(await page.phone.parts.system.state["diary"].notifications.count == 1)
        }
    }

    @Test("are installed and damaged one by one, and begin anew together with the phone")
    func builds() async throws {
        try await TrialCast.withAnna { cast, page in
            func spreadNews(_ entries: (diary: String, ledger: String)) async throws {
                for (client, expected) in [("diary", entries.diary), ("ledger", entries.ledger)] {
                    _ = try await page.post("/tester", ["client": client, "do": "news"] as KeyValuePairs)
                    let file = "clients/\(client)/app/entries"
                    let isWritten = try await cast.becomesTrue { cast.file(file, of: "Anna") == expected }
                    #expect(isWritten, "\(client)")
                }
            }
            try await spreadNews(("News in build 1", "News in build 1"))
            #expect(try await page.post("/tester", ["client": "ledger", "do": "install"]) == 303)
            #expect(try await page.post("/tester", ["client": "ledger", "do": "damage"]) == 303)
            try await spreadNews(("News in build 1\nNews in build 1", "damaged\nNews in build 2"))
            #expect(try await page.post("/tester", ["do": "reset"]) == 303)
            #expect(cast.file("clients/ledger/app/entries", of: "Anna") == nil)
            #expect(await page.phone.parts.system.state["ledger"].build == 2)
            #expect(await page.phone.parts.system.state["diary"].build == 1)
        }
    }

    @Test("give each element of the page an identifier of its own, and each form its client")
    func identifiers() async throws {
        try await TrialCast.withAnna(Confidant()) { _, page in
            let identifiers = try await page.identifiers()
            #expect(Set(identifiers).count == identifiers.count)
            for name in ["open", "notifications", "news", "damage", "install", "rumour", "requests", "flyer"] {
                #expect(identifiers.contains(name) && identifiers.contains("\(name)-ledger"), "\(name)")
            }
            #expect(identifiers.contains("revoke") && !identifiers.contains("revoke-ledger"), "it has no framework")
            #expect(try await page.post("/act", ["client": "nobody", "do": "begin"]) == 422)
            #expect(try await page.post("/phone", ["client": "nobody", "do": "open"]) == 422)
            #expect(try await page.post("/tester", ["client": "nobody", "do": "install"]) == 422)
        }
    }

    @Test("are told apart by the servers that a panel gives orders")
    func orders() async throws {
        let authority = Confidant()
        try await TrialCast.with(authority) { cast in
            let page = try await cast.page(of: "Anna", [TrialCast.diary(), TrialCast.ledger()])
            #expect(try await page.post("/tester", ["client": "ledger", "do": "rumour"]) == 303)
            #expect(authority.orders == [AuthorityOrder(client: "ledger", name: "rumour", value: "Ledger")])
        }
        try await TrialCast.with { cast in
            let page = try await cast.page(of: "Anna", [TrialCast.diary()])
            #expect(try await page.post("/tester", ["do": "rumour"]) == 422, "nobody follows the clock")
        }
    }

    @Test("hear all clients of another phone, and none of their own")
    func radio() async throws {
        try await TrialCast.with { cast in
            func clients(_ names: [ClientID]) -> [TrialClient] {
                names.map { TrialClient($0, name: $0.rawValue, usesFramework: true) }
            }
            let anna = try await cast.page(of: "Anna", clients(["diary", "atlas"]))
            let bruno = try await cast.page(of: "Bruno", clients(["diary", "atlas"]))
            for page in [anna, bruno] {
                for client in ["diary", "atlas"] {
                    _ = try await page.post("/phone", ["client": client, "do": "open"] as KeyValuePairs)
                    _ = try await page.answer("allow")
                    _ = try await page.answer("allow")
                    _ = try await page.post("/phone", ["do": "close"])
                }
            }
            let meeting: KeyValuePairs = ["do": "meet", "whom": "Bruno", "metres": "1", "minutes": "30"]
            #expect(try await anna.post("/tester", meeting) == 303)
            let both = try #require(await anna.phone.lastMeeting?.packets)
            _ = try await bruno.post("/tester", ["client": "atlas", "do": "revoke"])
            #expect(try await anna.post("/tester", meeting) == 303)
            let one = try #require(await anna.phone.lastMeeting?.packets)
            #expect(one > 0 && both > one * 3 / 2, "\(both) of two, \(one) of one")
            _ = try await bruno.post("/tester", ["do": "bluetooth"])
            #expect(try await anna.post("/tester", meeting) == 303)
            #expect(await anna.phone.lastMeeting?.packets == 0)
        }
    }
}

/// An authority that keeps what it is told.
final class Confidant: CastAuthority {
    private let told = Mutex<[AuthorityOrder]>([])
    var orders: [AuthorityOrder] { told.withLock { $0 } }

    func runDueTasks() async -> UnixTime? { nil }
    func perform(_ order: AuthorityOrder) async throws -> String {
        told.withLock { $0.append(order) }
        return "heard"
    }
}
