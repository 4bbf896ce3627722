import ClientTesting
import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Testing

@testable import ImmuniClient

@Suite("Days of Immuni's phones, which make distinguish judges")
struct PhoneDaysTests {
    private static let first = CalendarDay(daysSinceEpoch: 20_454)
    /// The day of the event.
    private static let day = first.advanced(byDays: 10)

    enum Event: String, CaseIterable, Sendable {
        case alert, upload
    }

    /// A phone that was opened for two minutes on each morning and evening, until the end of the day of its event.
    private static func live(
        _ platform: SettingsRequest.Platform,
        _ event: Event,
        phone: UInt64,
        isBusy: Bool
    ) throws -> PhoneWorld {
        let seed = PhoneDays.seed(of: phone, isBusy: isBusy)
        var generator = SeededGenerator(seed: phone)
        // Detections are every four hours after this.
        let start = first.startInUTC.advanced(bySeconds: .random(in: 20_000..<34_400, using: &generator))
        var world = try PhoneWorld(platform: platform, seed: seed, start: start)
        world.onboard()
        for today in (1...10).map(first.advanced) {
            if isBusy && today == day && event == .alert {
                world.run(until: day.startInUTC)
                world.contacts = [day.advanced(byDays: -1)]
            }
            for hour in [7, 19] as [Int64] {
                let time = today.startInUTC.advanced(bySeconds: hour * 3600 + .random(in: 0..<7200, using: &generator))
                world.run(until: time)
                world.contacts = []
                world.send(.enteredForeground)
                if isBusy && today == day && event == .upload && hour == 7 {
                    upload(&world)
                }
                world.run(until: time.advanced(bySeconds: 120))
                world.send(.enteredBackground)
            }
        }
        world.run(until: day.advanced(byDays: 1).startInUTC.advanced(bySeconds: -1))
        return world
    }

    /// The owner dictates the code, validates it and confirms.
    private static func upload(_ world: inout PhoneWorld) {
        world.send(.open(.upload))
        world.authorisedCodes = world.state.upload.flow.map { [$0.otp.exposedText] } ?? []
        world.run(until: world.now.advanced(bySeconds: 30))
        world.send(.validateCode)
        world.run(until: world.now.advanced(bySeconds: 20))
        world.send(.confirmUpload)
    }

    /// The host, and a number for the size that WireShapeTests finds equal for dummies; nil for what sends nothing.
    private static func request(_ kind: PhoneWorld.Event.Kind) -> (host: PhoneHost, size: Int, isEvent: Bool)? {
        switch kind {
        case .settings: (.download, 1, false)
        case .detection: (.download, 2, false)
        case .token: (.analytics, 1, false)
        case .info(_, let withExposure): (.analytics, 2, withExposure)
        case .dummy: (.upload, 110_000, false)
        case .validation, .upload: (.upload, 110_000, true)
        case .notice: nil
        }
    }

    @Test("have the event that they are named after, or none", arguments: Event.allCases)
    func days(event: Event) throws {
        var days = PhoneDays(system: "immuni")
        for number in 0..<PhoneDays.phones {
            // The judge compares halves and quarters of the phones, and each has both platforms.
            let platform: SettingsRequest.Platform = number / 4 % 2 == 0 ? .iOS : .android
            for isBusy in [false, true] {
                let world = try Self.live(platform, event, phone: number, isBusy: isBusy)
                let today = world.events.filter { $0.time.utcDay == Self.day }
                let sign: PhoneWorld.Event.Kind =
                    switch event {
                    case .alert: .notice(.riskOfExposure(lastContact: Self.day.advanced(byDays: -1)))
                    case .upload: .upload
                    }
                #expect(today.contains { $0.kind == sign } == isBusy)
                for sent in today {
                    guard let request = Self.request(sent.kind) else {
                        continue
                    }
                    days.add(
                        event.rawValue,
                        isBusy: isBusy,
                        phone: number,
                        time: Double(sent.time.seconds(since: Self.day.startInUTC)),
                        host: request.host,
                        size: request.size,
                        mark: request.isEvent ? .event : .background
                    )
                }
            }
            try days.write()
        }
    }
}
