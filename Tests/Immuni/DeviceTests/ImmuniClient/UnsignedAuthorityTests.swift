import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import Testing

@testable import ImmuniClient

@Suite("An app without a key for messages")
struct UnsignedAuthorityTests {
    private static let day = UnixTime.secondsPerDay

    /// An Android phone of an authority that signs nothing.
    private static func phone(dateOffset: Int64? = 0) throws -> SampleClient {
        let sample = try SampleClient(verifiesMessages: false)
        sample.authority.setSigning(false)
        sample.authority.setDates(offset: dateOffset)
        return sample
    }

    /// Wakes the app at the times that it asks for.
    private static func live(_ sample: SampleClient, days: Int64) async {
        let end = sample.clock.now().advanced(bySeconds: days * day)
        while let next = sample.scheduler.next(until: end) {
            sample.clock.set(max(sample.clock.now(), next.time))
            await sample.send(.woken(next.task))
        }
        sample.clock.set(end)
    }

    private static func reports(_ sample: SampleClient) -> Int {
        sample.authority.requests.count { $0.host == .analytics }
    }

    @Test("reports month by month, like an app with a key")
    func weeks() async throws {
        let sample = try Self.phone()
        try await sample.onboard()
        await sample.send(.enteredBackground)
        await Self.live(sample, days: 22 * 7)
        #expect(Self.reports(sample) > 0)
        let reference = try await SampleClient.onboarded()
        await reference.send(.enteredBackground)
        await Self.live(reference, days: 22 * 7)
        #expect(Self.reports(sample) == Self.reports(reference))
    }

    @Test("reads the time from the answers, and from nothing that its owner sets")
    func source() async throws {
        let sample = try Self.phone(dateOffset: -3 * Self.day)
        try await sample.onboard()
        let installed = sample.clock.now().advanced(bySeconds: -3 * Self.day)
        #expect(await sample.client.state.session.serverTime == ServerTime(installed))
        // A month passes only on the phone's clock.
        sample.authority.setDates(offset: -33 * Self.day)
        sample.clock.advance(bySeconds: 30 * Self.day)
        #expect(await sample.refreshSettings() == nil)
        #expect(await sample.client.state.session.serverTime == ServerTime(installed))
        sample.authority.setDates(offset: -32 * Self.day)
        #expect(await sample.refreshSettings() == nil)
        #expect(await sample.client.state.session.serverTime?.isFirstDayOver == false)
        sample.authority.setDates(offset: -31 * Self.day)
        #expect(await sample.refreshSettings() == nil)
        #expect(await sample.client.state.session.serverTime?.isFirstDayOver == true)
    }

    @Test("sends nothing if no answer states the time")
    func undated() async throws {
        let sample = try Self.phone(dateOffset: nil)
        try await sample.onboard()
        #expect(await sample.client.state.session.serverTime == nil)
        await sample.send(.enteredBackground)
        await Self.live(sample, days: 60)
        #expect(Self.reports(sample) == 0)
    }

    @Test("a signature's time wins over the answer's")
    func signed() async throws {
        let sample = try SampleClient()
        sample.authority.setDates(offset: 400 * Self.day)
        try await sample.onboard()
        #expect(await sample.client.state.session.serverTime == ServerTime(sample.clock.now()))
    }

    @Test("an authority whose clock was once years ahead does not silence a phone for years")
    func authorityAhead() {
        let now = UnixTime(1_795_255_200)
        let ahead = ServerTime(now.advanced(bySeconds: 5 * 365 * Self.day))
        let corrected = ahead.advanced(to: now)
        #expect(corrected == ServerTime(now))
        #expect(!corrected.isFirstDayOver)
        let (short, long) = (Self.day + 7199, Self.day + 7200)
        #expect(!corrected.advanced(to: now.advanced(bySeconds: short)).isFirstDayOver)
        #expect(corrected.advanced(to: now.advanced(bySeconds: long)).isFirstDayOver)
    }
}
