import AssociationAPI
import AssociationExchange
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import Testing

@testable import AssociationClient

@Suite("The report of a person who is ill")
struct ReportTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("its contacts reach the authority, and the person asks nobody for anything else")
    func whole() async throws {
        try await ben.meet(anna)
        try await ben.consent()
        #expect(try await authority.edges().isEmpty)
        await ben.runUntilAnswered()
        let edges = try await authority.edges()
        #expect(edges.count == 1)
        let account = try #require(await anna.state.account.account)
        #expect(try edges.first?.issuer == account.registrationID)
        let handle = try #require(edges.first?.handle)
        #expect(await anna.state.exchange.log.confirms(handle, of: AssociationSamples.today))
        #expect(await ben.report == nil)
        #expect(await ben.state.report.completedAt != nil)
        #expect(ben.owner.shown == [.news])
    }

    @Test("nothing of it leaves without consent", arguments: [[], [.decline], [.open(.home)]] as [[AppAction]])
    func consent(actions: [AppAction]) async throws {
        try await ben.meet(anna)
        for action in [.open(.report), .typeCode(try await authority.code()), .confirmCode] + actions {
            await ben.app.send(action)
        }
        await ben.app.send(.enteredBackground)
        await ben.run(hours: 3)
        #expect(try await authority.edges().isEmpty)
        #expect(await ben.report == nil)
    }

    @Test("a code is judged while it is typed")
    func entry() {
        let code = "23456789ABC"
        let characters = ReportCode.alphabet.map { String(UnicodeScalar($0)) }
        let valid = characters.map { code + $0 }.filter { ReportCodeEntry(typed: $0).code != nil }
        #expect(valid.count == 1, "one check character")
        for text in valid {
            #expect(ReportCodeEntry(typed: text.lowercased()).feedback == .complete)
            #expect(ReportCodeEntry(typed: "\(text.prefix(6))- \(text.suffix(6))").feedback == .complete)
            #expect(ReportCodeEntry(typed: text + "2").feedback == .tooLong)
            #expect(ReportCodeEntry(typed: String(text.dropLast())).feedback == .incomplete(missing: 1))
        }
        let wrong = characters.map { code + $0 }.filter { !valid.contains($0) }
        #expect(wrong.allSatisfy { ReportCodeEntry(typed: $0).feedback == .wrongCheckCharacter })
        #expect(ReportCodeEntry(typed: "23O").feedback == .wrongCharacter(position: 3))
        #expect(ReportCodeEntry(typed: " -").feedback == nil)
    }

    @Test("after a refused code only a new one is asked for")
    func refusedCode() async throws {
        try await ben.meet(anna)
        await ben.consentToUnknownCode()
        await ben.runUntilAnswered()
        #expect(try await authority.edges().isEmpty)
        await ben.app.send(.open(.report))
        #expect(await ben.app.screen == .report(ReportFacts(phase: .codeRefused(nil))))
        await ben.app.send(.typeCode(try await authority.code()))
        await ben.app.send(.confirmCode)
        #expect(await ben.app.screen == .report(ReportFacts(phase: .waiting(contacts: 1, hasFailed: false))))
        await ben.runUntilAnswered()
        #expect(try await authority.edges().count == 1)
    }

    @Test("after a refused code its contacts are erased when they count no more", arguments: [14, 15])
    func obsolete(days: Int) async throws {
        try await ben.meet(anna)
        await ben.consentToUnknownCode()
        await ben.runUntilAnswered()
        ben.clock.set(ben.clock.now().utcDay.advanced(byDays: days).startInUTC)
        await ben.app.send(.rotate)
        #expect(await ben.report?.contactCount == (days == 14 ? 1 : nil))
    }

    @Test("contacts that warn nobody any more are not in it", arguments: [14, 15])
    func oldContacts(days: Int) async throws {
        await ben.app.send(.setContactDays(ContactDays.choices.upperBound))
        try await ben.meet(anna)
        ben.clock.set(ben.clock.now().utcDay.advanced(byDays: days).startInUTC)
        try await ben.consent()
        #expect(await ben.report?.contactCount == (days == 14 ? 1 : 0))
        #expect(await ben.report?.omitted == 0)
    }

    @Test("it goes on after a lost answer to any of its requests", arguments: 0..<2 * SlotPlace.allCases.count)
    func lostAnswer(place: Int) async throws {
        try await ben.meet(anna)
        try await ben.consent()
        for _ in 0..<place {
            authority.fail(.delivered)
        }
        authority.fail(.lostAnswer)
        await ben.runUntilAnswered()
        #expect(try await authority.edges().count == 1)
        #expect(await ben.report == nil)
    }

    @Test("an office worker's ten days fit, and go on after a restart in the middle")
    func officeWorker() async throws {
        let contacts = try await OfficeDays(anna, ben, colleagues: 8, intervals: 32, days: 10).contacts()
        #expect(contacts.count == 2560)
        let today = ben.clock.now().utcDay
        var generator = SeededGenerator(seed: 1)
        let code = try ReportCode(try await authority.code())
        var report = try PlannedReport(code: code, contacts: contacts, on: today, using: &generator)
        #expect(report.contactCount == 2560)
        #expect(report.omitted == 0)
        // The control: beyond the room the weakest are left out, and the others fit.
        let tooMany = contacts + contacts.prefix(400)
        let more = try PlannedReport(code: code, contacts: tooMany, on: today, using: &generator)
        #expect(more.omitted > 0 && more.contactCount > 2560)
        let account = try #require(await ben.state.account.account)
        let digests = report.rightRequest
        // The file in the middle of the report leads to the same right and the same batches.
        let file = try JSONEncoder().encode(report)
        report = try JSONDecoder().decode(PlannedReport.self, from: file)
        #expect(try #require(report.rightRequest).manifest == digests?.manifest)
        #expect(report.nextBatch == nil, "there is no right")
        for number in [2, AssociationLimits.batchCount - 1] {
            let received = (0..<AssociationLimits.batchCount).map { $0 < number }
            report.note(RightAnswer(right: AssociationSamples.right(1), received: received))
            report.beginSlot()
            let order = try #require(report.nextBatch)
            let bytes = try SlotCall.batch(account, order).body(at: authority.clock.now(), using: &generator)
            let parsed = try ReceivedBatch(parsing: bytes, size: AssociationLimits.batchSize)
            #expect(parsed.batch.digest == report.rightRequest?.manifest.batches[number])
        }
    }

    @Test("the nearest contacts leave first, and of equal ones the newest")
    func order() async throws {
        for rssi: Int8 in [-50, -85, -50, -60] {
            try await ben.meet(anna, samples: 100, rssi: rssi)
            ben.clock.advance(bySeconds: 900)
        }
        let contacts = await ben.state.exchange.log.contacts
        var generator = SeededGenerator(seed: 1)
        let code = try ReportCode(try await authority.code())
        let today = ben.clock.now().utcDay
        var report = try PlannedReport(code: code, contacts: contacts, on: today, using: &generator)
        let none = [Bool](repeating: false, count: AssociationLimits.batchCount)
        report.note(RightAnswer(right: AssociationSamples.right(1), received: none))
        #expect(report.nextBatch?.contacts == [contacts[3], contacts[2], contacts[0], contacts[1]])
    }

    @Test("a ticket that was replayed under another right counts once")
    func twice() async throws {
        try await ben.meet(anna)
        for _ in 0..<2 {
            try await ben.consent()
            await ben.runUntilAnswered()
        }
        #expect(try await authority.edges().count == 1)
    }
}

/// The contacts of somebody who sits beside the same colleagues all day.
struct OfficeDays {
    private let anna: StoredAccount
    private let ben: StoredAccount
    private let (colleagues, intervals, days): (Int, Int, Int)

    init(_ anna: SamplePhone, _ ben: SamplePhone, colleagues: Int, intervals: Int, days: Int) async throws {
        self.anna = try #require(await anna.state.account.account)
        self.ben = try #require(await ben.state.account.account)
        (self.colleagues, self.intervals, self.days) = (colleagues, intervals, days)
    }

    /// One ticket for each colleague and interval. All colleagues have the same keys: only the sizes matter.
    func contacts() throws -> [StoredContact] {
        var generator = SystemRandomNumberGenerator()
        var contacts: [StoredContact] = []
        let samples = (0..<StoredContact.maxSamples).map { RSSISample(second: UInt16($0) * 7, rssi: -60) }
        for day in 0..<days {
            let first = AssociationInterval(clamping: ben.day.advanced(byDays: day).startInUTC)
            for place in 0..<UInt32(intervals) {
                let interval = AssociationInterval(first.number + place)
                let (start, connection) = (interval.start, ConnectionID(1))
                let (peer, own) = (try issuer(anna, in: interval), try issuer(ben, in: interval))
                var responder = try ExchangeResponder(issuer: peer, policy: .off)
                let identity = try responder.readIdentity(at: start)
                let visit = try ExchangeVisit(identity: identity, issuer: own, policy: .off)
                try responder.acceptIntroduction(visit.introduction(), over: connection, at: start)
                let delivery =
                    try responder.readDelivery(over: connection, observation: nil, at: start, using: &generator)
                let contact = try StoredContact(
                    visit.accept(delivery.bytes, at: start),
                    samples: samples,
                    transmitPower: -15
                )
                contacts += [StoredContact](repeating: contact, count: colleagues)
            }
        }
        return contacts
    }

    private func issuer(_ account: StoredAccount, in interval: AssociationInterval) throws -> TicketIssuer {
        var generator = SystemRandomNumberGenerator()
        return try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: account.chainKey.dayKeys(on: interval.day),
            localSecret: .generate(for: interval.day, using: &generator),
            jurisdiction: AssociationSamples.jurisdiction,
            profile: .sealed
        )
    }
}
