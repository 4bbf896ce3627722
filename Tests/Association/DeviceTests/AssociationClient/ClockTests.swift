import AssociationAPI
import AssociationPorts
import AssociationStoreConformance
import ClientKit
import ExposurePrimitives
import PhonePorts
import Testing

@testable import AssociationClient

@Suite("A phone whose clock differs from the authority's")
struct ClockTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("knows that its clock is wrong, and its report waits for the right time", arguments: [-301, 301, -86_400])
    func wrong(ahead: Int64) async throws {
        try await ben.meet(anna)
        try await ben.consent()
        authority.setAhead(ahead)
        await ben.run(hours: 8)
        #expect(await ben.report?.code != nil)
        #expect(ben.owner.shown.isEmpty)
        #expect(await ben.isTimeWrong)
        #expect(try await authority.edges().isEmpty)
        authority.setAhead(0)
        await ben.runUntilAnswered()
        #expect(try await authority.edges().count == 1)
        #expect(await !ben.isTimeWrong)
    }

    @Test("keeps a batch for the right time if its clock becomes wrong within a report")
    func wrongLater() async throws {
        try await ben.meet(anna)
        try await ben.consent()
        await ben.run(hours: 2) { await ben.report?.right == nil }
        authority.setReachable(false)
        await ben.run(hours: 1) { await ben.state.traffic.rest != nil }
        authority.setReachable(true)
        authority.setAhead(301)
        await ben.run(hours: 3)
        #expect(try await authority.edges().isEmpty)
        authority.setAhead(0)
        await ben.runUntilAnswered()
        #expect(try await authority.edges().count == 1)
    }

    @Test("reports if the difference is within the tolerance", arguments: [-297, 297])
    func right(ahead: Int64) async throws {
        try await ben.meet(anna)
        try await ben.consent()
        authority.setAhead(ahead)
        await ben.runUntilAnswered()
        #expect(try await authority.edges().count == 1)
        #expect(await !ben.isTimeWrong)
    }

    @Test(
        "takes a refusal for that of its code if the time is right, or no answer tells it",
        arguments: [(0, true), (301, false)]
    )
    func control(ahead: Int64, tellsTime: Bool) async throws {
        await anna.consentToUnknownCode()
        authority.setAhead(ahead)
        authority.setTellsTime(tellsTime)
        await anna.runUntilAnswered()
        #expect(await anna.report?.code == nil)
        #expect(anna.owner.shown == [.news])
    }

    @Test("a difference counts from 299 seconds on, before the request and after the answer", arguments: [0, 20])
    func limit(delay: Int64) {
        let (sent, limit) = (AssociationSamples.now, ClockCheck.limit)
        let answered = sent.advanced(bySeconds: delay)
        for (date, isWrong) in [
            (sent.advanced(bySeconds: limit), false), (sent.advanced(bySeconds: limit + 1), true),
            (answered.advanced(bySeconds: -limit), false), (answered.advanced(bySeconds: -limit - 1), true),
        ] {
            #expect(ClockCheck.isWrong(date, sent: sent, answered: answered) == isWrong)
        }
        #expect(ClockCheck.isWrong(nil, sent: sent, answered: answered) == nil)
    }
}

extension SamplePhone {
    fileprivate var isTimeWrong: Bool {
        get async {
            await app.send(.open(.home))
            return await home?.isTimeWrong == true
        }
    }
}
