import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing
import WireFormat

@testable import AssociationClient

@Suite("The alerts of a phone")
struct AlertTests {
    private static let today = AssociationSamples.today

    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    /// The handle of a ticket that `issuer` gave to `receiver`.
    static func handle(from issuer: SamplePhone, to receiver: SamplePhone) async throws -> TicketHandle {
        try await receiver.meet(issuer)
        let contact = try #require(await receiver.state.exchange.log.contacts.last)
        return try #require(try contact.draft.details.ticketHandle)
    }

    static func warn(
        _ phone: SamplePhone,
        by handles: [TicketHandle],
        band: ExposureAlert.ScoreBand = .low,
        day: CalendarDay = today
    ) async throws {
        let account = try #require(await phone.state.account.account)
        let alert = NewAlert(
            registration: try account.registrationID,
            alert: try ExposureAlert(day: day, band: band, handles: handles),
            visible: phone.clock.now()
        )
        #expect(try await phone.authority.stores.alerts.add(alert))
    }

    @Test("an alert with a ticket of this phone is shown, and told of once")
    func genuine() async throws {
        let handle = try await Self.handle(from: anna, to: ben)
        try await Self.warn(anna, by: [handle])
        #expect(await anna.alerts == [])
        await anna.run(hours: 3)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .low)])
        #expect(anna.owner.shown == [.news])
        await anna.run(hours: 6)
        #expect(anna.owner.shown == [.news])
        await anna.app.send(.open(.alerts))
        #expect(await anna.app.screen == .alerts([AlertFacts(day: Self.today, band: .low)]))
        // A higher band is news.
        try await Self.warn(anna, by: [handle], band: .high)
        await anna.run(hours: 3)
        await anna.app.send(.goBack)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .high)])
        #expect(anna.owner.shown == [.news, .news])
        #expect(await ben.alerts == [])
    }

    /// An answer to a poll with these alerts.
    private func answer(_ bands: ExposureAlert.ScoreBand..., by handle: TicketHandle) async throws {
        let alerts = try bands.map { try ExposureAlert(day: Self.today, band: $0, handles: [handle]) }
        let polled = PolledAlerts(alerts: alerts, isKnown: true)
        await anna.app.send(.effectEnded(EffectEnd(.alerts(.polled(.success(polled))))))
    }

    @Test("an alert of a known day is no news: again, with other handles, or after an answer without it")
    func repeated() async throws {
        let handle = try await Self.handle(from: anna, to: ben)
        let claire = try await SamplePhone("claire", authority).settleIn()
        let other = try await Self.handle(from: anna, to: claire)
        try await answer(.low, by: handle)
        try await answer(.low, by: handle)
        try await answer(.low, by: other)
        try await answer(by: handle)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .low)])
        try await answer(.low, by: handle)
        #expect(anna.owner.shown == [.news])
        // The control: a higher band is news, and a lower one afterwards is not.
        try await answer(.medium, by: other)
        try await answer(.low, by: handle)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .medium)])
        #expect(anna.owner.shown == [.news, .news])
    }

    @Test("of two alerts for one day in one answer the higher counts, in either order, and it is news once")
    func twoForOneDay() async throws {
        let handle = try await Self.handle(from: anna, to: ben)
        for _ in 0..<2 {
            try await answer(.high, .low, by: handle)
            try await answer(.low, .high, by: handle)
        }
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .high)])
        #expect(anna.owner.shown == [.news])
    }

    @Test("an alert of the authority and the phone's own decision about one day are one")
    func alertAndBox() async throws {
        func decide(_ band: ExposureAlert.ScoreBand) async {
            let alert = StoredAlert(day: Self.today, band: band.rawValue)
            await anna.app.send(.effectEnded(EffectEnd(.alerts(.decided([alert])))))
        }
        let handle = try await Self.handle(from: anna, to: ben)
        try await answer(.low, by: handle)
        await decide(.low)
        try await answer(.low, by: handle)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .low)])
        #expect(anna.owner.shown == [.news])
        await decide(.high)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .high)])
        #expect(anna.owner.shown == [.news, .news])
    }

    /// A whole report, until the authority has decided and Anna's phone has asked.
    private func report(_ phone: SamplePhone) async throws {
        try await phone.consent()
        await phone.run(hours: 6)
        #expect(await phone.report == nil, "it has arrived")
        try await authority.decideAndForward()
        await anna.run(hours: 3)
    }

    @Test("two reports about one day are one alert, and a contact in two reports of a person counts once")
    func twoReports() async throws {
        let claire = try await SamplePhone("claire", authority).settleIn()
        // 35 minutes with Ben and 12 with Claire are below the 60 of the next band. Ben's twice would reach it.
        try await ben.meetForLong(anna)
        try await claire.meet(anna, samples: 100)
        try await report(ben)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .medium)])
        try await report(claire)
        try await report(ben)
        #expect(try await authority.stores.reports.cases().count == 3)
        #expect(await anna.alerts == [AlertFacts(day: Self.today, band: .medium)])
        #expect(anna.owner.shown == [.news])
        // The control: another person's minutes add up to a higher band, which is news.
        let denis = try await SamplePhone("denis", authority).settleIn()
        try await denis.meet(anna, samples: 119)
        try await report(denis)
        #expect(anna.owner.shown == [.news, .news])
    }

    @Test("an alert stays after a restart, and ends 14 days after the exposure")
    func life() async throws {
        try await Self.warn(anna, by: [Self.handle(from: anna, to: ben)])
        await anna.run(hours: 3)
        let again = try anna.restarted()
        await again.app.send(.launched(inForeground: false))
        #expect(await again.alerts?.count == 1)
        authority.clock.set(Self.today.advanced(byDays: 15).startInUTC.advanced(bySeconds: -1))
        await again.app.send(.phoneChanged)
        #expect(await again.alerts?.count == 1)
        authority.clock.advance(bySeconds: 1)
        await again.app.send(.phoneChanged)
        #expect(await again.alerts == [])
    }

    /// Alerts that somebody can make without a ticket of this phone on that day.
    enum Forgery: CaseIterable, Sendable {
        case randomHandle, handleOfAnother, anotherDay
    }

    @Test(
        "T8: an invented alert is not shown; without confirmation it is",
        arguments: Forgery.allCases,
        AssociationApp.AlertConfirmation.allCases
    )
    func forgery(_ forgery: Forgery, confirmation: AssociationApp.AlertConfirmation) async throws {
        let claire = try await SamplePhone("claire", authority, confirmation: confirmation).settleIn()
        let own = try await Self.handle(from: claire, to: ben)
        switch forgery {
        case .randomHandle:
            var bytes = own.bytes
            bytes[40] ^= 1
            try await Self.warn(claire, by: [TicketHandle(bytes)])
        case .handleOfAnother:
            try await Self.warn(claire, by: [Self.handle(from: anna, to: ben)])
        case .anotherDay:
            try await Self.warn(claire, by: [own], day: Self.today.advanced(byDays: -1))
        }
        await claire.run(hours: 3)
        #expect(await claire.alerts?.isEmpty == (confirmation == .required))
        #expect(claire.owner.shown.isEmpty == (confirmation == .required))
    }

    @Test("one genuine handle among eight is enough")
    func oneOfEight() async throws {
        let own = try await Self.handle(from: anna, to: ben)
        let claire = try await SamplePhone("claire", authority).settleIn()
        let other = try await Self.handle(from: claire, to: ben)
        let handles = [TicketHandle](repeating: other, count: AssociationLimits.maxAlertHandles - 1) + [own]
        try await Self.warn(anna, by: handles)
        await anna.run(hours: 3)
        #expect(await anna.alerts?.count == 1)
    }

    /// The polls of two days, by a phone with or without an alert.
    private static func polls(isWarned: Bool) async throws -> [SampleAuthority.SeenRequest] {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        let handle = try await handle(from: anna, to: ben)
        if isWarned {
            try await warn(anna, by: [handle])
        }
        await anna.run(hours: 48)
        return authority.requests(to: AssociationEndpoint.poll)
    }

    @Test("polls come with each slot and have one size, with an alert or without")
    func polls() async throws {
        let (warned, others) = (try await Self.polls(isWarned: true), try await Self.polls(isWarned: false))
        for polls in [warned, others] {
            #expect((38...64).contains(polls.count))
        }
        // The same seeds give the same times: nothing depends on the alert.
        #expect(warned == others)
        #expect(Set(warned.map(\.size)).count == 1)
    }

    @Test("a phone without a connection polls in its next slot, and so does one that was killed")
    func failures() async throws {
        try await Self.warn(anna, by: [Self.handle(from: anna, to: ben)])
        authority.setReachable(false)
        await anna.run(hours: 6)
        #expect(await anna.alerts == [])
        authority.setReachable(true)
        let again = try anna.restarted()
        await again.app.send(.launched(inForeground: false))
        await again.run(hours: 3)
        #expect(await again.alerts?.count == 1)
    }
}
