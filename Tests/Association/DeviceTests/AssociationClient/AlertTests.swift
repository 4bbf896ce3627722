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

    /// The handle of a ticket that `issuer` gave to `receiver`.
    private static func handle(from issuer: SamplePhone, to receiver: SamplePhone) async throws -> TicketHandle {
        try await receiver.meet(issuer)
        let contact = try #require(await receiver.state.exchange.log.contacts.last)
        return try #require(try contact.draft.details.ticketHandle)
    }

    private static func warn(
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

    private static func home(_ phone: SamplePhone) async -> [AlertFacts]? {
        guard case .home(let facts) = await phone.app.screen else {
            return nil
        }
        return facts.alerts
    }

    @Test("an alert with a ticket of this phone is shown, and told of once")
    func genuine() async throws {
        try await SampleAuthority.with(phones: "anna", "ben") { _, phones in
            let (anna, ben) = (phones[0], phones[1])
            let handle = try await Self.handle(from: anna, to: ben)
            try await Self.warn(anna, by: [handle])
            #expect(await Self.home(anna) == [])
            await anna.run(hours: 3)
            #expect(await Self.home(anna) == [AlertFacts(day: Self.today, band: .low)])
            #expect(anna.owner.shown == [.news])
            await anna.run(hours: 6)
            #expect(anna.owner.shown == [.news])
            await anna.app.send(.open(.alerts))
            #expect(await anna.app.screen == .alerts([AlertFacts(day: Self.today, band: .low)]))
            // A higher band is news.
            try await Self.warn(anna, by: [handle], band: .high)
            await anna.run(hours: 3)
            await anna.app.send(.goBack)
            #expect(await Self.home(anna) == [AlertFacts(day: Self.today, band: .high)])
            #expect(anna.owner.shown == [.news, .news])
            #expect(await Self.home(ben) == [])
        }
    }

    @Test("an alert stays after a restart, and ends 14 days after the exposure")
    func life() async throws {
        try await SampleAuthority.with(phones: "anna", "ben") { authority, phones in
            let anna = phones[0]
            try await Self.warn(anna, by: [Self.handle(from: anna, to: phones[1])])
            await anna.run(hours: 3)
            let again = try anna.restarted()
            await again.app.send(.launched(inForeground: false))
            #expect(await Self.home(again)?.count == 1)
            authority.clock.set(Self.today.advanced(byDays: 15).startInUTC.advanced(bySeconds: -1))
            await again.app.send(.phoneChanged)
            #expect(await Self.home(again)?.count == 1)
            authority.clock.advance(bySeconds: 1)
            await again.app.send(.phoneChanged)
            #expect(await Self.home(again) == [])
        }
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
        try await SampleAuthority.with(phones: "ben", "cleo") { authority, phones in
            let anna = try SamplePhone("anna", authority, confirmation: confirmation)
            await anna.settleIn()
            let own = try await Self.handle(from: anna, to: phones[0])
            switch forgery {
            case .randomHandle:
                var bytes = own.bytes
                bytes[40] ^= 1
                try await Self.warn(anna, by: [TicketHandle(bytes)])
            case .handleOfAnother:
                try await Self.warn(anna, by: [Self.handle(from: phones[1], to: phones[0])])
            case .anotherDay:
                try await Self.warn(anna, by: [own], day: Self.today.advanced(byDays: -1))
            }
            await anna.run(hours: 3)
            #expect(await Self.home(anna)?.isEmpty == (confirmation == .required))
            #expect(anna.owner.shown.isEmpty == (confirmation == .required))
        }
    }

    @Test("one genuine handle among eight is enough")
    func oneOfEight() async throws {
        try await SampleAuthority.with(phones: "anna", "ben", "cleo") { _, phones in
            let own = try await Self.handle(from: phones[0], to: phones[1])
            let other = try await Self.handle(from: phones[2], to: phones[1])
            let handles = [TicketHandle](repeating: other, count: AssociationLimits.maxAlertHandles - 1) + [own]
            try await Self.warn(phones[0], by: handles)
            await phones[0].run(hours: 3)
            #expect(await Self.home(phones[0])?.count == 1)
        }
    }

    /// The polls of two days, by a phone with or without an alert.
    private static func polls(isWarned: Bool) async throws -> [SampleAuthority.SeenRequest] {
        var seen: [SampleAuthority.SeenRequest] = []
        try await SampleAuthority.with(phones: "anna", "ben") { authority, phones in
            let handle = try await handle(from: phones[0], to: phones[1])
            if isWarned {
                try await warn(phones[0], by: [handle])
            }
            await phones[0].run(hours: 48)
            seen = authority.requests.filter { $0.target == AssociationEndpoint.poll.path }
        }
        return seen
    }

    @Test("polls are 1 to 3 hours apart and have one size, with an alert or without")
    func polls() async throws {
        let (warned, others) = (try await Self.polls(isWarned: true), try await Self.polls(isWarned: false))
        for polls in [warned, others] {
            #expect((15...49).contains(polls.count))
            let pauses = zip(polls, polls.dropFirst()).map { $1.time.seconds(since: $0.time) }
            #expect(pauses.allSatisfy { (3600...10_800).contains($0) })
        }
        // The same seeds give the same times: nothing depends on the alert.
        #expect(warned == others)
        #expect(Set(warned.map(\.size)).count == 1)
    }

    @Test("a phone without a connection polls at its next time, and so does one that was killed")
    func failures() async throws {
        try await SampleAuthority.with(phones: "anna", "ben") { authority, phones in
            let anna = phones[0]
            try await Self.warn(anna, by: [Self.handle(from: anna, to: phones[1])])
            authority.setReachable(false)
            await anna.run(hours: 6)
            #expect(await Self.home(anna) == [])
            authority.setReachable(true)
            let again = try anna.restarted()
            await again.app.send(.launched(inForeground: false))
            await again.run(hours: 3)
            #expect(await Self.home(again)?.count == 1)
        }
    }

    @Test("a clock that was set back by days does not silence a phone")
    func setBack() async throws {
        try await SampleAuthority.with(phones: "anna") { authority, phones in
            let anna = phones[0]
            authority.clock.advance(bySeconds: 20 * 86_400)
            await anna.app.send(.woken(.poll))
            authority.clock.advance(bySeconds: -20 * 86_400)
            await anna.app.send(.woken(.rotation))
            let next = try #require(await anna.state.alerts.nextPoll)
            #expect((3600...10_800).contains(next.seconds(since: authority.clock.now())))
        }
    }
}
