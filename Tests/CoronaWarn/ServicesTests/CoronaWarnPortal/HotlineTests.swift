import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import ExposureTesting
import Foundation
import HTTPTypes
import Localisation
import OperatorStores
import PageTesting
import PortalTesting
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing

@testable import CoronaWarnPortal

@Suite("Giving teleTANs on the operators' page")
struct HotlineTests {
    @Test("a teleTAN is shown once, in groups and spelled, and a phone can redeem it", arguments: ["anna", "bruno"])
    func gives(name: String) async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn(name)
        let shown = try await browser.ask()
        #expect(shown.status == 200)
        let code = try #require(shown.once)
        _ = try TeleTAN(code)
        let characters = Array(code)
        let groups = "\(code.prefix(3)) \(String(characters[3..<6])) \(code.suffix(4))"
        #expect(shown.text.contains(">\(groups)<"))
        let words = characters.compactMap { SpellingAlphabet.word(of: $0, in: .english) }
        #expect(words.count == 10)
        for (character, word) in zip(characters, words) {
            #expect(shown.text.contains("<strong>\(character)</strong> \(word)</li>"))
        }
        #expect(shown.text.contains("Positive test (TEST)"))
        #expect(shown.text.contains("for 60 min, until 15:00"), "noon UTC is 14:00 in summer")
        #expect(shown.text.contains("999 of 1000 teleTANs are left"))
        #expect(shown.text.contains("the next one in 30 seconds"))
        #expect(try await !browser.get("/portal/hotline").text.contains(groups))
        #expect(try await sample.redeems(code, by: 1))
        #expect(try await sample.events == ["teletan-asked", "teletan-given"])
        #expect(!sample.log.contains(code))
    }

    @Test("the page with a teleTAN is kept by no browser, and leaves by itself")
    func leavesNoTrace() async throws {
        let browser = try await SamplePortal().signedIn()
        let shown = try await browser.ask()
        #expect(shown.response.headers[.cacheControl] == "no-store")
        #expect(shown.location == nil, "its address has nothing of it")
        #expect(shown.text.contains(#"<noscript><meta http-equiv="refresh" content="600"></noscript>"#))
        #expect(shown.text.contains(#"data-seconds="600""#))
    }

    @Test("a role gives its own kind and no other, and an account may have both")
    func kinds() async throws {
        let settings = ["verification.health-authorities": "h-1", "verification.teletan-pause": "0s"]
        let sample = try await SamplePortal(settings: settings)
        for (name, kinds) in [
            ("anna", ["TEST"]), ("bruno", ["TEST"]), ("carla", ["EVENT"]), ("elena", ["TEST", "EVENT"]),
        ] {
            let browser = try await sample.signedIn(name)
            for kind in ["TEST", "EVENT", "test", ""] {
                let before = try await sample.events
                let answer = try await browser.ask(kind)
                #expect(answer.status == (kinds.contains(kind) ? 200 : 403), "\(name) asks for \(kind)")
                #expect((answer.once != nil) == kinds.contains(kind))
                let isUnchanged = try await sample.events == before
                #expect(isUnchanged == !kinds.contains(kind), "a foreign kind leaves no line")
            }
        }
    }

    @Test("the form offers the kinds of the account, each with its checks")
    func offers() async throws {
        let sample = try await SamplePortal(settings: ["verification.health-authorities": "h-1"])
        let event = "/portal/hotline?reason=EVENT"
        #expect(try await !sample.signedIn("anna").get("/portal/hotline").text.contains(event))
        let elena = try await sample.signedIn("elena")
        let test = try await elena.get("/portal/hotline")
        #expect(test.text.contains(event) && test.value(of: "reason") == "TEST")
        let other = try await elena.get("/portal/hotline", query: [("reason", "EVENT")])
        #expect(other.text.contains("host of the event") && other.value(of: "reason") == "EVENT")
        let carla = try await sample.signedIn("carla").get("/portal/hotline", query: [("reason", "TEST")])
        #expect(carla.value(of: "reason") == "EVENT", "a foreign reason in the address is none")
        for page in [test, other] {
            #expect(page.text.components(separatedBy: #"type="checkbox""#).count == 4)
            #expect(!page.text.contains("textarea") && !page.text.contains(#"type="text""#), "no place for a name")
        }
    }

    @Test("an event needs a listed health authority, and its refusal costs no limit")
    func authorities() async throws {
        let sample = try await SamplePortal(settings: ["verification.health-authorities": "h-1"])
        let dora = try await sample.signedIn("dora")
        let page = try await dora.get("/portal/hotline")
        #expect(page.text.contains("gets no teleTANs for events") && !page.text.contains("checkbox"))
        #expect(try await dora.ask("EVENT").status == 403)
        #expect(try await sample.signedIn("carla").ask("EVENT").status == 200)
        #expect(try await sample.allowance(of: "dora") == TeleTANAllowance(left: 999, next: nil))
        #expect(try await sample.signedIn("carla").get("/portal/hotline").text.contains("in 30 seconds"))
    }

    @Test("each check must be ticked", arguments: ["check-result", "check-need", "check-app"])
    func checks(missing: String) async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        let answer = try await browser.ask(without: missing)
        #expect(answer.status == 422 && answer.once == nil && answer.text.contains("Tick every check"))
        #expect(try await sample.events.isEmpty)
        #expect(try await browser.ask().status == 200, "the form was not used up")
    }

    @Test("of a form that is sent several times at once, one gets a teleTAN and the others say so")
    func doubleClick() async throws {
        let sample = try await SamplePortal(settings: ["verification.teletan-pause": "0s"])
        let browser = try await sample.signedIn()
        let turn = try #require(try await browser.get("/portal/hotline").value(of: "turn"))
        let answers = try await withThrowingTaskGroup(of: Shown.self) { group in
            for _ in 0..<8 {
                group.addTask { try await browser.ask(turn: turn) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.filter { $0.status == 200 && $0.once != nil }.count == 1)
        let others = answers.filter { $0.status == 409 && $0.once == nil && $0.text.contains("was sent already") }
        #expect(others.count == 7)
        #expect(try await sample.events == ["teletan-asked", "teletan-given"])
        #expect(others.allSatisfy { $0.value(of: "turn") == "1" }, "the form on the page can be sent")
    }

    @Test(
        "a form from before, of another session or without its turn gives nothing",
        arguments: ["0", "2", "", "x", "-1"]
    )
    func turns(turn: String) async throws {
        let sample = try await SamplePortal(settings: ["verification.teletan-pause": "0s"])
        let browser = try await sample.signedIn()
        #expect(try await browser.ask().status == 200)
        #expect(try await browser.ask(turn: turn).status == 409)
        #expect(try await browser.ask(turn: "1").status == 200)
    }

    @Test("within the pause the answer says when to come again, and keeps the checks")
    func pause() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        _ = try await browser.ask()
        for (seconds, left) in [(0, 30), (29, 1)] as [(Int64, Int)] {
            sample.clock.advance(bySeconds: seconds)
            let answer = try await browser.ask()
            #expect(answer.status == 429 && answer.once == nil && answer.response.headers[.retryAfter] == "\(left)")
            #expect(answer.text.contains("in \(left) seconds, at 14:00"))
            #expect(answer.text.components(separatedBy: " checked").count == 4)
        }
        sample.clock.advance(bySeconds: 1)
        #expect(try await browser.ask().status == 200)
        let outcomes = ["given", "refused", "refused", "given"]
        #expect(try await sample.events == outcomes.flatMap { ["teletan-asked", "teletan-\($0)"] })
    }

    @Test("the limit of all operators has the same answer as the pause, at its edge")
    func hourlyLimit() async throws {
        let sample = try await SamplePortal(settings: ["verification.teletans-per-hour": "1"])
        let (anna, bruno) = (try await sample.signedIn("anna"), try await sample.signedIn("bruno"))
        #expect(try await anna.ask().status == 200)
        sample.clock.advance(bySeconds: 600)
        #expect(try await bruno.get("/portal/hotline").text.contains("0 of 1 teleTANs are left"))
        let answer = try await bruno.ask()
        #expect(answer.status == 429 && answer.response.headers[.retryAfter] == "3000")
        #expect(answer.text.contains("because a limit is reached. Try again in 3000 seconds, at 15:00."))
        sample.clock.advance(bySeconds: 2999)
        _ = try await bruno.signIn("bruno")
        #expect(try await bruno.ask().status == 429)
        sample.clock.advance(bySeconds: 1)
        #expect(try await bruno.ask().status == 200)
    }

    @Test("a server that does not answer gives nothing and says so")
    func failure() async throws {
        let sample = try await SamplePortal(teleTANs: FailingTeleTANs())
        let answer = try await sample.signedIn().ask()
        #expect(answer.status == 503 && answer.once == nil && answer.text.contains("could not give"))
        #expect(sample.log.contains("request-failed"))
        #expect(try await sample.events == ["teletan-asked"])
    }

    @Test("without a line in the audit log no teleTAN is made")
    func unnoted() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        let turn = try await browser.get("/portal/hotline").value(of: "turn")
        // One write touches the session of the form, one that of the answer, and one takes the turn.
        sample.bench.database.refuseWrites(after: 3)
        #expect(try await browser.ask(turn: turn).status == 503)
        #expect(try await sample.allowance(of: "anna").left == 1000)
    }

    @Test("roles, section and events have the names that databases hold")
    func storedNames() async throws {
        let sample = try await SamplePortal()
        #expect(sample.hotline.name == "hotline" && sample.laboratory.name == "laboratory")
        let roles = OperatorRole.ofCoronaWarn.map(\.rawValue)
        #expect(roles == ["health-worker", "hotline", "hotline-event", "laboratory"])
        let events = Set(sample.hotline.events.map(\.rawValue))
        #expect(events == ["teletan-asked", "teletan-given", "teletan-refused"])
    }
}

enum CoronaWarnSample {
    static let limits = TeleTANLimits(perHour: 1000, pause: 30, testLife: 3600, eventLife: 7200)
}

/// An issuer whose server does not answer.
private struct FailingTeleTANs: TeleTANIssuing {
    struct Failure: Error {}

    let limits = CoronaWarnSample.limits

    func issue(_ kind: TeleTANKind, to requester: TeleTANRequester) async throws -> TeleTANIssue { throw Failure() }
    func permits(_ kind: TeleTANKind, of authority: String?) -> Bool { true }
    func allowance(of operator: String) async throws -> TeleTANAllowance { TeleTANAllowance(left: 1, next: nil) }
}
