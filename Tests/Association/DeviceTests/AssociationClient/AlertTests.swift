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
