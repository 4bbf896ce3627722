import AssociationAPI
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import Testing
import WireFormat

@testable import AssociationClient

@Suite("Days of the association's phones, which make distinguish judges")
struct PhoneDaysTests {
    enum Event: String, CaseIterable, Sendable {
        case report, alert

        /// The endpoint of its first request.
        var endpoint: Endpoint { self == .report ? AssociationEndpoint.batch : AssociationEndpoint.poll }
    }

    /// The requests of a phone on a day on which its owner opens the app for the event, or only to look.
    private static func live(
        _ event: Event,
        phone: UInt64,
        isBusy: Bool
    ) async throws -> (start: UnixTime, requests: [SampleAuthority.SeenRequest], eventTime: UnixTime) {
        let authority = try await SampleAuthority()
        let anna = try await SamplePhone("anna", authority).settleIn()
        let ben = try await SamplePhone("ben \(PhoneDays.seed(of: phone, isBusy: isBusy))", authority).settleIn()
        let handle = try await AlertTests.handle(from: ben, to: anna)
        try await ben.meet(anna)
        await ben.run(hours: 1)
        let (start, before) = (authority.clock.now(), authority.requests.count)
        if isBusy && event == .alert {
            try await AlertTests.warn(ben, by: [handle])
        }
        var generator = SeededGenerator(seed: phone)
        let hour = Int64.random(in: 6..<10, using: &generator)
        await ben.run(hours: hour)
        let opened = authority.clock.now()
        if isBusy && event == .report {
            try await ben.consent()
        } else {
            await ben.app.send(.enteredForeground)
            await ben.app.send(.enteredBackground)
        }
        await ben.run(hours: 24 - hour)
        if isBusy {
            switch event {
            case .report: #expect(try await authority.edges().count == 1)
            case .alert: #expect(ben.owner.shown == [.news])
            }
        }
        return (start, Array(authority.requests[before...]), event == .report ? opened : start)
    }

    @Test("have the event that they are named after, or none", arguments: Event.allCases)
    func days(event: Event) async throws {
        var days = PhoneDays(system: "association")
        for number in 0..<PhoneDays.phones {
            for isBusy in [false, true] {
                let (start, requests, eventTime) = try await Self.live(event, phone: number, isBusy: isBusy)
                let first = requests.firstIndex { $0.time >= eventTime && $0.target == event.endpoint.path }
                for (place, sent) in requests.enumerated() {
                    days.add(
                        event.rawValue,
                        isBusy: isBusy,
                        phone: number,
                        time: Double(sent.time.seconds(since: start)),
                        host: .authority,
                        size: sent.size,
                        mark: isBusy && place == first ? .event : .background
                    )
                }
            }
            try days.write()
        }
    }
}
