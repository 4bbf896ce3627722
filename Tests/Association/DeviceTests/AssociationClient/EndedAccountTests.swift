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
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    private static func end(_ phone: SamplePhone) async throws {
        let account = try #require(await phone.state.account.account)
        #expect(try await phone.authority.stores.accounts.end(account.registrationID))
    }

    @Test("the phone says so, forgets what nobody can check, and waits for its owner")
    func ended() async throws {
        try await anna.meet(ben)
        try await Self.end(anna)
        await anna.run(hours: 12)
        #expect(await anna.home?.service == .ended)
        #expect(await anna.state.exchange.log.contacts == [])
        #expect(await anna.app.exchangeParts() == nil)
        #expect(anna.owner.shown == [.news])
        // It would end the account of the owner's other phone.
        let before = authority.requests.count
        let restarted = try anna.restarted()
        await restarted.app.send(.launched(inForeground: false))
        await restarted.run(hours: 12)
        #expect(authority.requests.count == before, "it has no slots any more")
        #expect(await restarted.home?.service == .ended)
        await restarted.app.send(.retryRegistration)
        #expect(authority.requests.count == before + 1)
        #expect(await restarted.home?.service == .on)
        await restarted.run(hours: 12)
        #expect(await restarted.home?.service == .on)
        #expect(authority.requests.count > before + 1)
    }

    @Test("an account that is known never ends, with or without alerts")
    func known() async throws {
        await anna.run(hours: 24)
        #expect(await anna.home?.service == .on)
        #expect(await anna.state.account.unknownAnswers == nil)
    }

    @Test("a report of the old account ends with it")
    func report() async throws {
        try await anna.meet(ben)
        try await anna.consent()
        #expect(await anna.report != nil)
        try await Self.end(anna)
        await anna.run(hours: 12)
        #expect(await anna.report == nil)
        #expect(await anna.home?.service == .ended)
    }

    @Test("answers that do not tell their time, or a phone with a wrong clock, end nothing", arguments: [true, false])
    func unknownTime(tellsTime: Bool) async throws {
        authority.setTellsTime(tellsTime)
        authority.setAhead(1000)
        await anna.run(hours: 12)
        #expect(await anna.state.account.account != nil)
    }

    @Test("six answers in a row are needed")
    func inARow() async throws {
        func tell(_ isKnown: Bool) async {
            await anna.app.send(.effectEnded(EffectEnd(.account(.told(isKnown: isKnown)))))
        }
        let five = [Bool](repeating: false, count: 5)
        for isKnown in five + [true] + five {
            await tell(isKnown)
        }
        #expect(await anna.state.account.account != nil)
        await tell(false)
        #expect(await anna.state.account.account == nil)
    }
}
