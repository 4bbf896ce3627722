import ClientKit
import ClientTesting
import CoronaWarnAPI
import CoronaWarnPackages
import ExposurePrimitives
import Foundation
import PhonePorts
import Testing

@testable import CoronaWarnClient

@Suite("Days of Corona-Warn's phones, which make distinguish judges")
struct PhoneDaysTests {
    private static let day = 86_400.0
    /// Seconds from midnight to the beginning of a phone's life.
    private static let morning = 36_000.0

    /// What happens on a day of a busy phone. The first day has nothing but the onboarding.
    private enum Event: String, CaseIterable {
        case alert, scan, result, tan, upload

        var day: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

        /// Seconds since the beginning.
        var span: Range<Double> {
            let start = Double(day) * PhoneDaysTests.day - morning
            return start..<start + PhoneDaysTests.day
        }

        /// What the owner does in the openings of the day.
        var actions: [[AppAction]] {
            switch self {
            case .alert: [[], []]
            case .scan: [[TestFlowTests.scan], [.refresh]]
            case .result: [[.refresh], [.openResult]]
            case .tan: [[.consent, .answerSymptoms(.noSymptoms)], []]
            case .upload: [[.sendNow], []]
            }
        }

        /// Prepares the servers, and what the phone finds.
        func prepare(_ world: inout PhoneWorld) {
            switch self {
            case .alert:
                world.windows = [SessionTests.window(on: world.now.utcDay.advanced(byDays: -1))]
            case .scan:
                world.windows = []
            case .result:
                world.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
            case .tan:
                world.failures[.upload] = Array(repeating: .before(.unavailable), count: 50)
            case .upload:
                world.failures = [:]
            }
        }

        func hasHappened(_ world: PhoneWorld) -> Bool {
            switch self {
            case .alert: world.count(.notice(.riskChanged)) > 0
            case .scan: world.servers.registrations.count == 1
            case .result: world.state.tests.test?.isOpened ?? false
            case .tan: world.count(.tan) > 0 && world.servers.uploads.isEmpty
            case .upload: !world.servers.uploads.isEmpty
            }
        }
    }

    /// The moments at which a phone is opened and left on a day.
    private static func openings(on event: Event, of phone: UInt64) -> [Range<Double>] {
        var generator = SeededGenerator(seed: phone * 16 + UInt64(event.day))
        return [8.0, 15.0].map { hour in
            let start = event.span.lowerBound + (hour + .random(in: 0..<6, using: &generator)) * 3600
            return start..<start + .random(in: 20..<120, using: &generator)
        }
    }

    /// A phone that lives for all events, or for the same time without any.
    private static func live(_ number: UInt64, isBusy: Bool) throws -> TimedPhone {
        let seed = PhoneDays.seed(of: number, isBusy: isBusy)
        var world = try TestFlowTests.world(seed: seed)
        let first = PackageHour(containing: PhoneWorld.start)
        world.hoursOnOffer = Set(first.through(first.advanced(by: 36)))
        var phone = TimedPhone(world, seed: seed)
        var generator = SeededGenerator(seed: seed)
        for event in Event.allCases {
            phone.run(until: event.span.lowerBound)
            if isBusy {
                event.prepare(&phone.world)
            }
            for (opening, actions) in zip(openings(on: event, of: number), event.actions) {
                phone.run(until: opening.lowerBound)
                phone.send(.enteredForeground)
                for (place, action) in (isBusy ? actions : []).enumerated() {
                    // One action in each half of the opening, with time for the system's question for keys after the
                    // first.
                    let length = (opening.upperBound - opening.lowerBound) / 2
                    let moment = Double.random(in: 0..<length - 7, using: &generator)
                    phone.run(until: opening.lowerBound + Double(place) * length + moment)
                    phone.send(action)
                }
                phone.run(until: opening.upperBound)
                phone.send(.enteredBackground)
            }
            phone.run(until: event.span.upperBound)
            #expect(!isBusy || event.hasHappened(phone.world), "\(event) of phone \(number)")
        }
        return phone
    }

    /// The reason of each request of a phone. A sequence has three requests.
    private static func marks(_ phone: TimedPhone, _ number: UInt64) -> [PhoneDays.Mark] {
        let openings = Event.allCases.flatMap { Self.openings(on: $0, of: number) }
        var marks = [PhoneDays.Mark](repeating: .background, count: phone.trace.count)
        let requests = phone.trace.indices.filter { phone.trace[$0].host != .download }
        for start in stride(from: 0, to: requests.count - 2, by: 3) {
            let sequence = requests[start..<start + 3]
            let time = phone.trace[requests[start]].time
            // The last sequence of an opening begins within 8 s after it.
            let isOpen = openings.contains { $0.lowerBound <= time && time < $0.upperBound + 9 }
            let isEvent = sequence.contains(where: phone.genuine.contains)
            for place in sequence {
                marks[place] = isEvent ? .event : isOpen ? .opening : .background
            }
        }
        return marks
    }

    @Test("have the event that they are named after, or none")
    func days() throws {
        var days = PhoneDays(system: "coronawarn")
        for number in 0..<PhoneDays.phones {
            for isBusy in [false, true] {
                let phone = try Self.live(number, isBusy: isBusy)
                #expect(isBusy || phone.genuine.isEmpty)
                for (sent, mark) in zip(phone.trace, Self.marks(phone, number)) {
                    guard let event = Event.allCases.first(where: { $0.span.contains(sent.time) }) else {
                        continue
                    }
                    days.add(
                        event.rawValue,
                        isBusy: isBusy,
                        phone: number,
                        time: sent.time - event.span.lowerBound,
                        host: sent.host,
                        size: sent.size,
                        mark: mark
                    )
                }
            }
            try days.write()
        }
    }
}
