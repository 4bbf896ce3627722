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

    /// Two authorities that are partners. Ben's phone is here, Claire's and Denis' there.
    private struct Pair {
        let home: SampleAuthority
        let away: SampleAuthority
        let link: RouteLink
        let ben: SamplePhone
        let claire: SamplePhone
        let denis: SamplePhone

        var now: UnixTime { home.clock.now() }

        /// What the other phone measured, and what Ben says.
        func contact(
            minutesAgo: Int64,
            with other: SamplePhone? = nil,
            rssi: Int8 = -60,
            observed: Int8 = -60
        ) throws -> ContactDraft {
            try ben.meet(
                other ?? claire,
                at: now.advanced(bySeconds: -60 * minutesAgo),
                rssi: rssi,
                observed: observed,
                place: ForwardingTests.there
            )
        }

        /// Ben reports, and the authority here decides.
        func report(_ drafts: [ContactDraft]) async throws {
            try await home.takeReport(of: ben, drafts)
            try await decide(home)
        }

        func decide(_ authority: SampleAuthority) async throws {
            _ = try await ExposureDecisionJob(stores: authority.stores, clock: authority.clock, usualPeople: 10).run()
        }

        @discardableResult
        func forward() async throws -> Forwarding.Outcome {
            let outcome = try await Forwarding(home.means, partners: home.partners).run()
            _ = try await away.validation.run()
            return outcome
        }

        func advance(_ seconds: Int64) {
            for authority in [home, away] {
                authority.clock.set(authority.clock.now().advanced(bySeconds: seconds))
            }
        }
    }

    private func withPair(_ body: (Pair) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let link = RouteLink(caller: Self.ourName)
            let partner = ForeignAuthority(name: "other", jurisdiction: Self.there, link: link)
            let home = try await SampleAuthority(in: folder, partners: [partner])
            let back = ForeignAuthority(name: Self.ourName, jurisdiction: Self.here, link: RouteLink(caller: "x"))
            let away = try await SampleAuthority(in: folder, place: Self.there, partners: [back])
            link.target.withLock { $0 = away }
            try await body(
                Pair(
                    home: home,
                    away: away,
                    link: link,
                    ben: home.register("ben"),
                    claire: away.register("claire"),
                    denis: away.register("denis")
                )
            )
        }
    }

    @Test("a contact is validated by the authority of the phone that was met, and warns its owner")
    func warning() async throws {
        try await withPair { pair in
            try await pair.report([pair.contact(minutesAgo: 30), pair.contact(minutesAgo: 45)])
            #expect(try await pair.home.edges() == [], "no contact of this authority's phones")
            #expect(try await pair.forward() == outcome { $0.taken = 1 })
            let edges = try await pair.away.edges()
            #expect(edges.map(\.issuer) == [pair.claire.registration, pair.claire.registration])
            #expect(edges.allSatisfy { $0.handle != nil })
            try await pair.decide(pair.away)
            pair.advance(NewAlert.maxDelay)
            let alerts = try await pair.away.stores.alerts.alerts(for: pair.claire.registration, now: pair.now)
            #expect(alerts.map(\.day) == [pair.now.utcDay])
            #expect(Set(alerts.flatMap(\.handles)) == Set(edges.compactMap(\.handle)))
            #expect(try await pair.forward().isNothing, "it is sent once")
        }
    }

    @Test("the first authority's receipt counts, however late the report comes")
    func late() async throws {
        try await withPair { pair in
            try await pair.report([pair.contact(minutesAgo: 30)])
            pair.link.setReachable(false)
            #expect(try await pair.forward() == outcome { $0.failed = 1 })
            pair.advance(ForeignContact.life - 1)
            pair.link.setReachable(true)
            #expect(try await pair.forward() == outcome { $0.taken = 1 })
            #expect(try await pair.away.edges().count == 1)
        }
    }

    @Test("after 24 hours a report is deleted, and told of")
    func expiry() async throws {
        try await withPair { pair in
            try await pair.report([pair.contact(minutesAgo: 30)])
            pair.link.setReachable(false)
            try await pair.forward()
            pair.advance(ForeignContact.life)
            pair.link.setReachable(true)
            #expect(try await pair.forward() == outcome { $0.expired = 1 })
            #expect(try await pair.forward().isNothing)
            #expect(try await pair.away.edges() == [])
        }
    }

    @Test("an answer that was lost changes nothing: the same report again is the same case")
    func repeated() async throws {
        try await withPair { pair in
            try await pair.report([pair.contact(minutesAgo: 30)])
            pair.link.loseNextAnswer()
            #expect(try await pair.forward() == outcome { $0.failed = 1 })
            #expect(try await pair.away.edges().count == 1)
            #expect(try await pair.forward() == outcome { $0.taken = 1 })
            #expect(try await pair.away.edges().count == 1)
            #expect(try await pair.away.stores.reports.cases().count == 1)
            #expect(pair.away.refused(.replay) == 0)
        }
    }

    @Test("a held report is forwarded when an operator releases it, and not before")
    func held() async throws {
        try await withPair { pair in
            try await pair.home.takeReport(of: pair.ben, [pair.contact(minutesAgo: 30)])
            let reportCase = try #require(try await pair.home.stores.reports.cases().first)
            #expect(try await pair.home.stores.cases.hold(reportCase.id, people: 100))
            #expect(try await pair.forward().isNothing)
            let job = ExposureDecisionJob(stores: pair.home.stores, clock: pair.home.clock, usualPeople: 10)
            #expect(try await job.release(reportCase.id) != nil)
            #expect(try await pair.forward() == outcome { $0.taken = 1 })
        }
    }

    @Test("an authority without an agreement gets nothing")
    func noPartner() async throws {
        try await withPair { pair in
            let elsewhere = Jurisdiction(country: 56, state: 0)
            let moment = pair.now.advanced(bySeconds: -1800)
            try await pair.report([pair.ben.meet(pair.claire, at: moment, place: elsewhere)])
            #expect(pair.home.refused(.noPartner) == 1)
            #expect(try await pair.forward().isNothing)
        }
    }

    @Test("a contact that names this authority is its own, and one of another country is not")
    func ownContact() async throws {
        try await withPair { pair in
            let anna = try await pair.home.register("anna")
            let moment = pair.now.advanced(bySeconds: -1800)
            try await pair.report([pair.ben.meet(anna, at: moment, place: Self.here), pair.contact(minutesAgo: 50)])
            #expect(try await pair.home.edges().map(\.issuer) == [anna.registration])
            #expect(pair.home.refused(.unknownIssuer) == 0)
            // Control: without its authority in the report the foreign phone is unknown.
            try await pair.report([pair.ben.meet(pair.claire, at: moment)])
            #expect(pair.home.refused(.unknownIssuer) == 1)
        }
    }

    @Test("the issuer's own measurement weakens a signal as it does at home")
    func weakened() async throws {
        try await withPair { pair in
            try await pair.report([pair.contact(minutesAgo: 30, rssi: -40, observed: -75)])
            try await pair.forward()
            #expect(try await pair.away.edges().first?.scans.map(\.attenuation) == [UInt8](repeating: 75, count: 10))
        }
    }

    @Test("what a report lies about is refused there, and counted")
    func lies() async throws {
        try await withPair { pair in
            let genuine = try pair.contact(minutesAgo: 30)
            let other = try pair.contact(minutesAgo: 50, with: pair.denis)
            // The ticket of one and the name of the other; a ticket without its session key.
            let mixed = ContactDraft(
                timeReceived: genuine.timeReceived,
                myClientID: genuine.myClientID,
                observedClientID: try pair.denis.clientID(in: AssociationInterval(clamping: genuine.timeReceived)),
                ticket: genuine.ticket,
                serverSessionKey: genuine.serverSessionKey,
                details: genuine.details
            )
            let keyless = ContactDraft(
                timeReceived: other.timeReceived,
                myClientID: other.myClientID,
                observedClientID: other.observedClientID,
                ticket: other.ticket,
                serverSessionKey: genuine.serverSessionKey,
                details: other.details
            )
            try await pair.report([mixed, keyless])
            try await pair.forward()
            #expect(pair.away.refused(.badTicket) == 1)
            #expect(pair.away.refused(.badAuthenticator) == 1)
            #expect(try await pair.away.stores.reports.cases() == [], "no contact, no case")
        }
    }
}

// MARK: - What a partner may do

extension ForwardingTests {
    /// The report that Ben's authority would send, changed by `change`.
    private func message(
        _ pair: Pair,
        origin: Jurisdiction = here,
        destination: Jurisdiction = there,
        received: Int64 = 0,
        number: UInt8 = 1
    ) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let moment = try AuthenticatorMoment(time: pair.now.advanced(bySeconds: received), microseconds: 0)
        let event = try pair.contact(minutesAgo: 30)
            .authenticated(at: moment, sequence: 0, using: &generator)
        let report = ForwardedReport(
            number: try #require(Bytes16([UInt8](repeating: number, count: 16))),
            origin: origin,
            destination: destination,
            contacts: [ForwardedContact(event, received: pair.now.advanced(bySeconds: received))]
        )
        return report.bytes
    }

    private func post(_ pair: Pair, _ body: [UInt8], from name: String = ourName) async throws -> Int {
        let partner = Partner(kind: .foreignAuthority, name: name)
        let endpoint = AssociationEndpoint.forwardedReport
        let answer = try await pair.away.post(endpoint, body, partner: partner)
        _ = try await pair.away.validation.run()
        #expect(answer.body == [])
        return answer.status
    }

    @Test("only the authority that a report names can send it, and only to its destination")
    func strangers() async throws {
        try await withPair { pair in
            #expect(try await post(pair, message(pair), from: "stranger") == 403)
            #expect(try await post(pair, message(pair, origin: Self.there)) == 403)
            #expect(try await post(pair, message(pair, destination: Self.here)) == 403)
            let body = try message(pair)
            #expect(try await post(pair, body.dropLast()) == 400)
            #expect(try await post(pair, body + [0]) == 400)
            #expect(try await post(pair, []) == 400)
            #expect(try await pair.away.stores.forwarding.incomingCount() == 0)
            #expect(try await pair.away.edges() == [])
            #expect(try await post(pair, body) == 202)
            #expect(try await pair.away.edges().count == 1)
        }
    }

    @Test(
        "a receipt is at most eight days old, and not in the future",
        arguments: [
            (-8 * 86_400, true), (-8 * 86_400 - 1, false), (300, true), (301, false), (0, true),
        ]
    )
    func receipts(seconds: Int64, counts: Bool) async throws {
        try await withPair { pair in
            let body = try message(pair, received: seconds)
            // The contact itself is of today: it cannot have been reported eight days ago.
            let isInOrder = seconds > -1800
            #expect(try await post(pair, body) == 202)
            #expect(try await pair.away.edges().count == (counts && isInOrder ? 1 : 0))
            #expect(pair.away.refused(.outsideWindow) == (counts && isInOrder ? 0 : 1))
        }
    }

    @Test("a partner that floods gets 503 while its reports wait, and no more memory")
    func flood() async throws {
        try await withPair { pair in
            for number in 0..<IncomingReport.maxCount {
                let report = IncomingReport(
                    caseID: AssociationSamples.caseID(UInt8(number + 1)),
                    arrival: pair.now,
                    bytes: []
                )
                try await pair.away.stores.forwarding.put(report)
            }
            #expect(try await post(pair, message(pair)) == 503)
            #expect(try await pair.away.stores.forwarding.incomingCount() == IncomingReport.maxCount)
        }
    }

    @Test("every report that waits is validated, and those of the own phones with them")
    func many() async throws {
        try await withPair { pair in
            for number in UInt8(1)...5 {
                let partner = Partner(kind: .foreignAuthority, name: Self.ourName)
                let body = try message(pair, number: number)
                let endpoint = AssociationEndpoint.forwardedReport
                #expect(try await pair.away.post(endpoint, body, partner: partner).status == 202)
            }
            let damaged = IncomingReport(caseID: AssociationSamples.caseID(9), arrival: pair.now, bytes: [1])
            try await pair.away.stores.forwarding.put(damaged)
            let moment = pair.now.advanced(bySeconds: -2700)
            let report = try pair.denis.report([pair.denis.meet(pair.claire, at: moment)], now: pair.now)
            let right = try #require(try await pair.away.right(report, pair.away.code()).right)
            for number in 0...1 {
                let upload = try report.upload(number, right: right, now: pair.now)
                _ = try await pair.away.post(AssociationEndpoint.batch, upload, validates: false)
            }
            let outcome = try await pair.away.validation.run()
            #expect((outcome.validated, outcome.forwarded, outcome.damaged) == (2, 5, 1))
            #expect(try await pair.away.stores.forwarding.incomingCount() == 1)
            #expect(try await pair.away.edges().count == 6)
        }
    }

    @Test("a damaged report stays, and stops no other")
    func damaged() async throws {
        try await withPair { pair in
            let report = IncomingReport(caseID: AssociationSamples.caseID(9), arrival: pair.now, bytes: [1])
            try await pair.away.stores.forwarding.put(report)
            #expect(try await post(pair, message(pair)) == 202)
            #expect(try await pair.away.edges().count == 1)
            #expect(try await pair.away.validation.run().damaged == 1)
        }
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

    func setReachable(_ isReachable: Bool) {
        state.withLock { $0.isReachable = isReachable }
    }

    func loseNextAnswer() {
        state.withLock { $0.losesAnswer = true }
    }

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
