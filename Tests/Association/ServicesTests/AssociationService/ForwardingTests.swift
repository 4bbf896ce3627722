import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import ServiceKit
import Synchronization
import Testing
import WireFormat

@Suite("Contacts with phones of another authority")
struct ForwardingTests {
    private static let there = Jurisdiction(country: 250, state: 0)
    private static let here = AssociationSamples.jurisdiction
    private static let ourName = "avviso-here"

    // Two authorities that are partners. Ben's phone is here, Claire's and Denis' there.
    private let home, away: SampleAuthority
    private let link = RouteLink(caller: ourName)
    private let ben, claire, denis: SamplePhone

    init() async throws {
        let partner = ForeignAuthority(name: "other", jurisdiction: Self.there, link: link)
        home = try await SampleAuthority(partners: [partner])
        let back = ForeignAuthority(name: Self.ourName, jurisdiction: Self.here, link: RouteLink(caller: "x"))
        away = try await SampleAuthority(place: Self.there, partners: [back])
        ben = try await home.register("ben")
        claire = try await away.register("claire")
        denis = try await away.register("denis")
        link.target.withLock { [away] in $0 = away }
    }

    private var now: UnixTime { home.clock.now() }

    /// What the other phone measured, and what Ben says.
    private func contact(
        minutesAgo: Int64,
        with other: SamplePhone? = nil,
        rssi: Int8 = -60,
        observed: Int8 = -60
    ) throws -> ContactDraft {
        let time = now.advanced(bySeconds: -60 * minutesAgo)
        return try ben.meet(other ?? claire, at: time, rssi: rssi, observed: observed, place: Self.there)
    }

    /// Ben reports, and the authority here decides.
    private func report(_ drafts: [ContactDraft]) async throws {
        try await home.takeReport(of: ben, drafts)
        _ = try await home.decisions().run()
    }

    @discardableResult
    private func forward() async throws -> Forwarding.Outcome {
        let outcome = try await Forwarding(home.means, partners: home.partners).run()
        _ = try await away.validation.run()
        return outcome
    }

    private func advance(_ seconds: Int64) {
        for authority in [home, away] {
            authority.clock.advance(bySeconds: seconds)
        }
    }

    @Test("a contact is validated by the authority of the phone that was met, and warns its owner")
    func warning() async throws {
        try await report([contact(minutesAgo: 30), contact(minutesAgo: 45)])
        #expect(try await home.edges() == [], "no contact of this authority's phones")
        #expect(try await forward() == outcome { $0.taken = 1 })
        let edges = try await away.edges()
        #expect(edges.map(\.issuer) == [claire.registration, claire.registration])
        #expect(edges.allSatisfy { $0.handle != nil })
        _ = try await away.decisions().run()
        advance(NewAlert.maxDelay)
        let alerts = try await away.stores.alerts.alerts(for: claire.registration, now: now)
        #expect(alerts.map(\.day) == [now.utcDay])
        #expect(Set(alerts.flatMap(\.handles)) == Set(edges.compactMap(\.handle)))
        #expect(try await forward().isNothing, "it is sent once")
    }

    @Test("the first authority's receipt counts, however late the report comes")
    func late() async throws {
        try await report([contact(minutesAgo: 30)])
        link.setReachable(false)
        #expect(try await forward() == outcome { $0.failed = 1 })
        advance(ForeignContact.life - 1)
        link.setReachable(true)
        #expect(try await forward() == outcome { $0.taken = 1 })
        #expect(try await away.edges().count == 1)
    }

    @Test("after 24 hours a report is deleted, and told of")
    func expiry() async throws {
        try await report([contact(minutesAgo: 30)])
        link.setReachable(false)
        try await forward()
        advance(ForeignContact.life)
        link.setReachable(true)
        #expect(try await forward() == outcome { $0.expired = 1 })
        #expect(try await forward().isNothing)
        #expect(try await away.edges() == [])
    }

    @Test("an answer that was lost changes nothing: the same report again is the same case")
    func repeated() async throws {
        try await report([contact(minutesAgo: 30)])
        link.loseNextAnswer()
        #expect(try await forward() == outcome { $0.failed = 1 })
        #expect(try await away.edges().count == 1)
        #expect(try await forward() == outcome { $0.taken = 1 })
        #expect(try await away.edges().count == 1)
        #expect(try await away.stores.reports.cases().count == 1)
        #expect(away.refused(.replay) == 0)
    }

    @Test("a held report is forwarded when an operator releases it, and not before")
    func held() async throws {
        try await home.takeReport(of: ben, [contact(minutesAgo: 30)])
        let reportCase = try #require(try await home.stores.reports.cases().first)
        #expect(try await home.stores.cases.hold(reportCase.id, people: 100))
        #expect(try await forward().isNothing)
        #expect(try await home.decisions().release(reportCase.id, batches: 1) != nil)
        #expect(try await forward() == outcome { $0.taken = 1 })
    }

    @Test("an authority without an agreement gets nothing")
    func noPartner() async throws {
        let elsewhere = Jurisdiction(country: 56, state: 0)
        let moment = now.advanced(bySeconds: -1800)
        try await report([ben.meet(claire, at: moment, place: elsewhere)])
        #expect(home.refused(.noPartner) == 1)
        #expect(try await forward().isNothing)
    }

    @Test("a contact that names this authority is its own, and one of another country is not")
    func ownContact() async throws {
        let anna = try await home.register("anna")
        let moment = now.advanced(bySeconds: -1800)
        try await report([ben.meet(anna, at: moment, place: Self.here), contact(minutesAgo: 50)])
        #expect(try await home.edges().map(\.issuer) == [anna.registration])
        #expect(home.refused(.unknownIssuer) == 0)
        // Control: without its authority in the report the foreign phone is unknown.
        try await report([ben.meet(claire, at: moment)])
        #expect(home.refused(.unknownIssuer) == 1)
    }

    @Test("the issuer's own measurement weakens a signal as it does at home")
    func weakened() async throws {
        try await report([contact(minutesAgo: 30, rssi: -40, observed: -75)])
        try await forward()
        #expect(try await away.edges().first?.scans.map(\.attenuation) == [UInt8](repeating: 60, count: 10))
    }

    @Test("what a report lies about is refused there, and counted")
    func lies() async throws {
        let genuine = try contact(minutesAgo: 30)
        let other = try contact(minutesAgo: 50, with: denis)
        // The ticket of one and the name of the other; a ticket without its session key.
        let interval = AssociationInterval(clamping: genuine.timeReceived)
        let mixed = genuine.changing(observed: try denis.clientID(in: interval))
        try await report([mixed, other.changing(sessionKey: genuine.serverSessionKey)])
        try await forward()
        #expect(away.refused(.badTicket) == 1)
        #expect(away.refused(.badAuthenticator) == 1)
        #expect(try await away.stores.reports.cases() == [], "no contact, no case")
    }
}

// MARK: - What a partner may do

extension ForwardingTests {
    /// The report that Ben's authority would send.
    private func message(
        origin: Jurisdiction = here,
        destination: Jurisdiction = there,
        received: Int64 = 0,
        number: UInt8 = 1
    ) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let moment = try AuthenticatorMoment(time: now.advanced(bySeconds: received), microseconds: 0)
        let event = try contact(minutesAgo: 30).authenticated(at: moment, sequence: 0, using: &generator)
        let report = ForwardedReport(
            number: try #require(Bytes16([UInt8](repeating: number, count: 16))),
            origin: origin,
            destination: destination,
            contacts: [ForwardedContact(event, received: now.advanced(bySeconds: received))]
        )
        return report.bytes
    }

    private func post(_ body: [UInt8], from name: String = ourName, validates: Bool = true) async throws -> Int {
        let partner = Partner(kind: .foreignAuthority, name: name)
        let answer = try await away.post(AssociationEndpoint.forwardedReport, body, partner: partner)
        if validates {
            _ = try await away.validation.run()
        }
        #expect(answer.body == [])
        return answer.status
    }

    private func putDamaged() async throws {
        let report = IncomingReport(caseID: AssociationSamples.caseID(9), arrival: now, bytes: [1])
        try await away.stores.forwarding.put(report)
    }

    @Test("only the authority that a report names can send it, and only to its destination")
    func strangers() async throws {
        #expect(try await post(message(), from: "stranger") == 403)
        #expect(try await post(message(origin: Self.there)) == 403)
        #expect(try await post(message(destination: Self.here)) == 403)
        let body = try message()
        #expect(try await post(body.dropLast()) == 400)
        #expect(try await post(body + [0]) == 400)
        #expect(try await post([]) == 400)
        #expect(try await away.stores.forwarding.incomingCount() == 0)
        #expect(try await away.edges() == [])
        #expect(try await post(body) == 202)
        #expect(try await away.edges().count == 1)
    }

    @Test(
        "a receipt is at most ten days old, and not in the future",
        arguments: [(-10 * 86_400, true), (-10 * 86_400 - 1, false), (300, true), (301, false), (0, true)]
    )
    func receipts(seconds: Int64, counts: Bool) async throws {
        let body = try message(received: seconds)
        // The contact itself is of today: it cannot have been reported ten days ago.
        let isInOrder = seconds > -1800
        #expect(try await post(body) == 202)
        #expect(try await away.edges().count == (counts && isInOrder ? 1 : 0))
        #expect(away.refused(.outsideWindow) == (counts && isInOrder ? 0 : 1))
    }

    @Test("a partner that floods gets 503 while its reports wait, and no more memory")
    func flood() async throws {
        for number in 0..<IncomingReport.maxCount {
            let caseID = AssociationSamples.caseID(UInt8(number + 1))
            try await away.stores.forwarding.put(IncomingReport(caseID: caseID, arrival: now, bytes: []))
        }
        #expect(try await post(message()) == 503)
        #expect(try await away.stores.forwarding.incomingCount() == IncomingReport.maxCount)
    }

    @Test("every report that waits is validated, and those of the own phones with them")
    func many() async throws {
        for number in UInt8(1)...5 {
            #expect(try await post(message(number: number), validates: false) == 202)
        }
        try await putDamaged()
        let moment = now.advanced(bySeconds: -2700)
        let own = try denis.report([denis.meet(claire, at: moment)], now: now)
        let right = try #require(try await away.right(own, away.code()).right)
        for number in 0...1 {
            let upload = try own.upload(number, right: right, now: now)
            _ = try await away.post(AssociationEndpoint.batch, upload, validates: false)
        }
        let outcome = try await away.validation.run()
        #expect((outcome.validated, outcome.forwarded, outcome.damaged) == (2, 5, 1))
        #expect(try await away.stores.forwarding.incomingCount() == 1)
        #expect(try await away.edges().count == 6)
    }

    @Test("a damaged report stays, and stops no other")
    func damaged() async throws {
        try await putDamaged()
        #expect(try await post(message()) == 202)
        #expect(try await away.edges().count == 1)
        #expect(try await away.validation.run().damaged == 1)
    }

    private func outcome(_ change: (inout Forwarding.Outcome) -> Void) -> Forwarding.Outcome {
        var outcome = Forwarding.Outcome()
        change(&outcome)
        return outcome
    }
}

extension Forwarding.Outcome {
    fileprivate var isNothing: Bool { self == Forwarding.Outcome() }
}

/// Leads to another authority's route for partners.
private final class RouteLink: AuthorityLink {
    let target = Mutex<SampleAuthority?>(nil)
    private let caller: String
    private let state = Mutex((isReachable: true, losesAnswer: false))

    init(caller: String) {
        self.caller = caller
    }

    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    func loseNextAnswer() { state.withLock { $0.losesAnswer = true } }

    func deliver(_ report: [UInt8]) async -> DeliveryOutcome {
        let (isReachable, losesAnswer) = state.withLock { state in
            defer { state.losesAnswer = false }
            return state
        }
        guard isReachable, let authority = target.withLock(\.self) else {
            return .failed
        }
        let partner = Partner(kind: .foreignAuthority, name: caller)
        let answer = try? await authority.post(AssociationEndpoint.forwardedReport, report, partner: partner)
        guard let answer, !losesAnswer else {
            return .failed
        }
        return answer.status == 202 ? .taken : .refused(status: answer.status)
    }
}
