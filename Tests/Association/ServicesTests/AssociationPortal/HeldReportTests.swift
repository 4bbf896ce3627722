import AssociationPortal
import AssociationPorts
import AssociationStoreConformance
import PortalTesting
import ServiceTesting
import Testing

@Suite("The page of held reports")
struct HeldReportTests {
    private static let path = "/portal/held-reports"

    @Test("shows the numbers of each held report, and of no other")
    func list() async throws {
        let sample = try await SamplePortal()
        let elena = try await sample.bench.signedIn("elena")
        #expect(try await elena.get(Self.path).text.contains("No report is held."))
        try await sample.hold(1)
        try await sample.hold(2)
        _ = try await sample.stores.cases.refuse(AssociationSamples.caseID(2))
        let page = try await elena.get(Self.path).text
        #expect(page.contains("<dd>77</dd>"))
        #expect(page.contains("<dd>SW1A</dd>"))
        // The hour ends at 12:00 in UTC.
        #expect(page.contains("<dd>01/03/2021, 13:00</dd>"))
        #expect(page.contains("Report 1") && !page.contains("Report 2"))
        // The account of the contact has sixteen bytes of 9.
        #expect(!page.contains("0909"))
    }

    @Test("a decision is carried out and noted", arguments: [("release", 1, "released"), ("refuse", 0, "refused")])
    func decisions(decision: String, alerts: Int, event: String) async throws {
        let sample = try await SamplePortal()
        try await sample.hold(1)
        try await sample.hold(2)
        let elena = try await sample.bench.signedIn("elena")
        let answer = try await elena.decide(decision, 1)
        #expect(answer.status == 200)
        #expect(answer.text.contains("panel good"))
        #expect(try await sample.alerts == alerts)
        #expect(try await sample.events == ["held-report-deciding", "held-report-\(event)"])
        let held = try await sample.stores.cases.cases(.held, limit: 10).map(\.id)
        #expect(held == [AssociationSamples.caseID(2)])
        #expect(!sample.bench.log.contains(AssociationSamples.caseID(1).text))
        // Somebody else had the page open.
        let late = try await elena.decide(decision, 1)
        #expect(late.status == 409)
        #expect(try await sample.events.suffix(2) == ["held-report-deciding", "held-report-gone"])
        #expect(try await sample.alerts == alerts)
    }

    @Test("a report that has grown since it was shown is not released, and is after another look")
    func grown() async throws {
        let sample = try await SamplePortal()
        try await sample.hold(1, batches: [1, 2])
        let elena = try await sample.bench.signedIn("elena")
        #expect(try await elena.get(Self.path).text.contains("name=\"batches\" value=\"1\""))
        try await sample.send(2, of: 1)
        #expect(try await elena.decide("release", 1).status == 409, "it waits for a look")
        let id = AssociationSamples.caseID(1)
        #expect(try await sample.stores.cases.hold(id, batches: 2, people: 78, reasons: .crowd))
        #expect(try await elena.decide("release", 1).status == 409, "the page showed one batch")
        #expect(try await sample.alerts == 0)
        #expect(try await elena.get(Self.path).text.contains("name=\"batches\" value=\"2\""))
        #expect(try await elena.decide("release", 1, batches: 2).status == 200)
        #expect(try await sample.alerts == 1)
    }

    @Test("nothing happens without the box, with a form that was sent, or with unknown fields")
    func refusals() async throws {
        let sample = try await SamplePortal()
        try await sample.hold(1)
        let elena = try await sample.bench.signedIn("elena")
        #expect(try await elena.decide("release", 1, consent: "").status == 422)
        #expect(try await elena.decide("forget", 1).status == 400)
        #expect(try await elena.decide("release", 1, turn: "99").status == 409)
        _ = try await elena.get(Self.path)
        let wrong = ["decision": "release", "report": "7", "consent": "yes", "turn": "0"] as KeyValuePairs
        #expect(try await elena.post(Self.path, wrong).status == 400)
        #expect(try await sample.events == [])
        #expect(try await sample.alerts == 0)
        #expect(try await sample.stores.cases.cases(.held, limit: 10).count == 1)
    }

    @Test("is for epidemiologists alone")
    func roles() async throws {
        let sample = try await SamplePortal()
        try await sample.hold(1)
        let bruno = sample.bench.browser()
        _ = try await bruno.get("/portal/sign-in")
        _ = try await bruno.post("/portal/sign-in", ["name": "bruno", "password": PortalBench.password])
        let page = try await bruno.get(Self.path)
        #expect(page.status == 403 && !page.text.contains("<dd>77</dd>"))
        let report = AssociationSamples.caseID(1).text
        let fields = ["decision": "release", "report": report, "consent": "yes", "turn": "0"] as KeyValuePairs
        #expect(try await bruno.post(Self.path, fields).status == 403)
        #expect(try await sample.alerts == 0)
    }
}
