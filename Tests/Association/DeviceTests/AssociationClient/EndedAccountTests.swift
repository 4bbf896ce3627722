import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Testing

@testable import AssociationClient

@Suite("An account that the authority has ended")
struct EndedAccountTests {
    private static func service(_ phone: SamplePhone) async -> HomeFacts.Service? {
        guard case .home(let facts) = await phone.app.screen else {
            return nil
        }
        return facts.service
    }

    private static func end(_ phone: SamplePhone) async throws {
        let account = try #require(await phone.state.account.account)
        #expect(try await phone.authority.stores.accounts.end(account.registrationID))
    }

    @Test("the phone says so, forgets what nobody can check, and waits for its owner")
    func ended() async throws {
        try await SampleAuthority.with(phones: "anna", "ben") { authority, phones in
            let (anna, ben) = (phones[0], phones[1])
            try await anna.meet(ben)
            try await Self.end(anna)
            await anna.run(hours: 12)
            #expect(await Self.service(anna) == .ended)
            #expect(await anna.state.exchange.log.contacts == [])
            #expect(await anna.app.exchangeParts() == nil)
            #expect(anna.owner.shown == [.news])
            // It would end the account of the owner's other phone.
            let registrations = { authority.requests.count { $0.target.hasSuffix("/registrations") } }
            let before = registrations()
            let restarted = try anna.restarted()
            await restarted.app.send(.launched(inForeground: false))
            await restarted.run(hours: 12)
            #expect(registrations() == before)
            #expect(await Self.service(restarted) == .ended)
            await restarted.app.send(.retryRegistration)
            #expect(registrations() == before + 1)
            #expect(await Self.service(restarted) == .on)
            await restarted.run(hours: 12)
            #expect(await Self.service(restarted) == .on)
        }
    }

    @Test("an account that is known never ends, with or without alerts")
    func known() async throws {
        try await SampleAuthority.with(phones: "anna") { _, phones in
            await phones[0].run(hours: 24)
            #expect(await Self.service(phones[0]) == .on)
            #expect(await phones[0].state.account.unknownAnswers == nil)
        }
    }

    @Test("a report of the old account ends with it")
    func report() async throws {
        try await SampleAuthority.with(phones: "anna", "ben") { authority, phones in
            let (anna, ben) = (phones[0], phones[1])
            try await anna.meet(ben)
            await anna.consent(to: try await authority.code())
            #expect(await anna.report != nil)
            try await Self.end(anna)
            await anna.run(hours: 12)
            #expect(await anna.report == nil)
            #expect(await Self.service(anna) == .ended)
        }
    }

    @Test("answers that do not tell their time, or a phone with a wrong clock, end nothing", arguments: [true, false])
    func unknownTime(tellsTime: Bool) async throws {
        try await SampleAuthority.with(phones: "anna") { authority, phones in
            authority.setTellsTime(tellsTime)
            authority.setAhead(1000)
            await phones[0].run(hours: 12)
            #expect(await phones[0].state.account.account != nil)
        }
    }

    @Test("three answers in a row are needed")
    func inARow() async throws {
        try await SampleAuthority.with(phones: "anna") { _, phones in
            let anna = phones[0]
            func tell(_ isKnown: Bool) async {
                await anna.app.send(.effectEnded(EffectEnd(.account(.told(isKnown: isKnown)))))
            }
            for isKnown in [false, false, true, false, false] {
                await tell(isKnown)
            }
            #expect(await anna.state.account.account != nil)
            await tell(false)
            #expect(await anna.state.account.account == nil)
        }
    }
}
