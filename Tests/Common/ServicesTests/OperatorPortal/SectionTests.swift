import ExposurePrimitives
import ExposureTesting
import HTTPTypes
import Localisation
import OperatorStores
import PortalTesting
import ServiceKit
import ServiceTesting
import Testing

/// The pages with two sections that know nothing of each other.
@Suite("Sections of the operators' pages")
struct SectionTests {
    private let notes = ReceivedNotes()
    private let bench: PortalBench

    init() async throws {
        let clock = ManualClock(PortalBench.noon)
        bench = try await PortalBench(
            [NoteSection(notes: notes, clock: clock), StampSection()],
            operators: ["anna": [.counter], "bruno": [.stamper], "carla": [.supervisor], "dora": [.stranger]],
            clock: clock
        )
    }

    @Test("are shown to the operators of their roles alone")
    func roles() async throws {
        let (anna, bruno) = (try await bench.signedIn("anna"), try await bench.signedIn("bruno"))
        let (note, stamp) = (#"<a href="/portal">Notes</a>"#, #"<a href="/portal/stamps">Stamp</a>"#)
        let front = try await anna.get("/portal").text
        #expect(front.contains(note) && !front.contains(stamp))
        let stamps = try await bruno.get("/portal/stamps").text
        #expect(stamps.contains(stamp) && !stamps.contains(note))
        #expect(try await bench.signedIn("carla").get("/portal/stamps").text.contains(note + stamp))
    }

    @Test("of other roles are refused, by a page with the way back")
    func refused() async throws {
        let (anna, bruno) = (try await bench.signedIn("anna"), try await bench.signedIn("bruno"))
        for answer in [
            try await anna.get("/portal/stamps"), try await anna.post("/portal/stamps", ["count": "1"]),
            try await bruno.get("/portal/noted"), try await bruno.post("/portal", ["note": "mine"]),
        ] {
            #expect(answer.status == 403)
            #expect(answer.text.contains("Your account does not have this page. Nothing was done."))
            #expect(answer.text.contains(#"<a href="/portal">Back to the first page</a>"#))
        }
        #expect(notes.received.isEmpty)
        #expect(try await bench.events.allSatisfy { [.created, .signedIn].contains($0) })
        let german = try await anna.get("/portal/stamps", query: [("lang", "de")])
        #expect(german.text.contains("Ihr Konto hat diese Seite nicht."))
    }

    @Test("whose role sees the front page have it after the sign-in, others their first section")
    func front() async throws {
        #expect(try await bench.signedIn("anna").get("/portal").status == 200)
        #expect(try await bench.signedIn("bruno").get("/portal").location == "/portal/stamps")
        let none = try await bench.signedIn("dora").get("/portal")
        #expect(none.status == 403)
        #expect(none.text.contains("no pages on this server") && none.text.contains("Sign out"))
    }

    @Test("need none at the front: the shell leads from there to the first")
    func withoutFront() async throws {
        let bench = try await PortalBench([StampSection()], operators: ["anna": [.stamper], "dora": [.stranger]])
        #expect(try await bench.signedIn().get("/portal").location == "/portal/stamps")
        #expect(try await bench.signedIn("dora").get("/portal").status == 403)
        #expect(try await bench.browser().get("/portal").location == "/portal/sign-in")
    }

    @Test("of several roles of an account are all shown")
    func severalRoles() async throws {
        let clock = ManualClock(PortalBench.noon)
        let bench = try await PortalBench(
            [NoteSection(notes: notes, clock: clock), StampSection()],
            operators: ["anna": [.counter, .stamper, .stranger]],
            institutions: ["anna": "house-1"],
            clock: clock
        )
        let anna = try await bench.signedIn()
        #expect(try await anna.get("/portal").text.contains("/portal/stamps"))
        #expect(try await anna.get("/portal/stamps").status == 200)
        #expect(try await anna.post("/portal/stamps", ["count": "1"]).text.contains("of house-1"))
    }

    @Test("take a form once, and say when the same may succeed")
    func turns() async throws {
        let bruno = try await bench.signedIn("bruno")
        #expect(try await bruno.get("/portal/stamps").text.contains(#"name="turn" value="0""#))
        #expect(try await bruno.post("/portal/stamps/once", ["turn": "0"]).text.contains("taken true, next 1"))
        let again = try await bruno.post("/portal/stamps/once", ["turn": "0"])
        #expect(again.text.contains("taken false, next 1"))
        #expect(again.status == 429 && again.response.headers[.retryAfter] == "8")
        #expect(try await bruno.post("/portal/stamps/once", ["turn": "x"]).text.contains("taken false, next 1"))
        #expect(try await bruno.get("/portal/stamps").text.contains(#"name="turn" value="1""#))
    }

    @Test("get their forms with account and checked origin, and write their own lines")
    func forms() async throws {
        let bruno = try await bench.signedIn("bruno")
        #expect(try await bruno.post("/portal/stamps", ["count": "1"], form: "x").status == 403)
        _ = try await bruno.get("/portal/stamps")
        let answer = try await bruno.post("/portal/stamps", ["count": "1"])
        #expect(answer.status == 201)
        #expect(answer.text.contains("<p>bruno of nothing</p>"))
        #expect(try await bench.events.suffix(2) == [.signedIn, .stamped])
        let line = OperatorAuditEntry(at: PortalBench.noon, name: try #require(OperatorName("bruno")), event: .stamped)
        #expect(try await bench.store.audit(since: UnixTime(0)).last == line)
    }

    @Test("refuse in words of their own, inside the frame of the shell", arguments: Language.allCases)
    func ownRefusals(language: Language) async throws {
        let bruno = try await bench.signedIn("bruno")
        _ = try await bruno.get("/portal/stamps", query: [("lang", language.tag)])
        let answer = try await bruno.post("/portal/stamps", ["count": "2"])
        #expect(answer.status == 409)
        #expect(answer.text.contains(StampText.tooMany.text(in: language)))
        #expect(answer.text.contains(StampText.title.text(in: language)), "the navigation")
        #expect(try await bench.events.last == .signedIn)
    }

    @Test("write no line of the shell or of another section")
    func foreignLines() async throws {
        let bruno = try await bench.signedIn("bruno")
        _ = try await bruno.get("/portal/stamps")
        let before = try await bench.events
        #expect(try await bruno.post("/portal/stamps/forge", [:]).status == 503)
        #expect(try await bench.events == before)
        #expect(bench.log.contains("request-failed"))
    }

    @Test("see the moment of a session that they noted themselves")
    func deadlines() async throws {
        let carla = try await bench.signedIn("carla")
        #expect(try await carla.post("/portal", ["note": "a note"]).location == "/portal/noted")
        #expect(try await carla.get("/portal/noted").text.contains("until 2020-07-08T12:01:00Z"))
        #expect(try await carla.get("/portal/stamps").text.contains("never"))
    }

    @Test("have their titles, reloads and style sheets, which the others do not have")
    func frames() async throws {
        let carla = try await bench.signedIn("carla")
        let (stamps, note) = (try await carla.get("/portal/stamps").text, try await carla.get("/portal").text)
        #expect(stamps.contains("<title>Stamp – Avviso</title>") && stamps.contains(#"content="7""#))
        #expect(stamps.contains("/portal/stamps/stamps.css") && !note.contains("/portal/stamps/stamps.css"))
        #expect(note.contains("/portal/style.css") && stamps.contains("/portal/style.css"))
        let sheet = try await bench.browser().get("/portal/stamps/stamps.css")
        #expect(sheet.status == 200 && sheet.text == "output { color: red; }")
    }

    @Test("name the site for their operators, and the shell names it where they differ")
    func siteTitles() async throws {
        #expect(try await bench.signedIn("anna").get("/portal").text.contains("The counter"))
        #expect(try await bench.signedIn("bruno").get("/portal/stamps").text.contains("The stamps"))
        #expect(try await bench.signedIn("carla").get("/portal").text.contains("Avviso for operators"))
        #expect(try await bench.browser().get("/portal/sign-in").text.contains("Avviso for operators"))
        let alone = try await PortalBench([StampSection()], operators: [:])
        #expect(try await alone.browser().get("/portal/sign-in").text.contains("The stamps"))
    }
}
