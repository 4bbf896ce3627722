import ExposurePrimitives
import PhoneSimulation
import ProximityRadio
import Testing

/// Corona-Warn-App's "Solution Architecture", section "Limitations" and figure 13: a device broadcasts every 250 ms and
/// listens for two seconds every five minutes. It misses two of five others, underestimates the closeness of one, and
/// notices one that only passes by.
/// brushes by is noticed.
@Suite("Five devices around one that listens two seconds every five minutes")
struct FiveDevicesTests {
    private static let start = UnixTime(1_795_248_000)

    @Test("1 is heard in every scan, 2 only from afar, 3 and 4 never, and 5 as close in the scan when it passes")
    func figure() {
        let attenuations = Self.attenuations()
        let near = RadioModel().expectedAttenuation(at: 2)
        for (device, scans, isNear) in [
            (1, [0, 300, 600, 900, 1200], true), (2, [300, 600], false), (5, [900], true),
        ] as [(Int, [Int64], Bool)] {
            let heard = attenuations[device]
            #expect(heard?.map(\.scan) == scans, "device \(device)")
            #expect(heard?.allSatisfy { (Double($0.attenuation) <= near) == isNear } == true, "device \(device)")
        }
        #expect(attenuations[3] == nil && attenuations[4] == nil)
    }

    @Test(
        "with the framework's own scans, a passing person is noticed as often as the gaps between scans allow",
        arguments: [10, 60, 150, 207] as [Int64]
    )
    func share(seconds: Int64) {
        let seeds = 0..<1500 as Range<UInt64>
        let noticed = seeds.count { seed in
            var radio = SimulatedRadio(model: SimulatedRadioTests.noiseless(), seed: seed)
            let passer = Silent.phone(stays: [Self.stay(metres: 1, from: 5000, until: 5000 + seconds)])
            let end = Self.start.advanced(bySeconds: 6000)
            let trace = radio.draw(among: [Silent.phone(at: 0), passer], from: Self.start, until: end)
            return trace.packets.contains { $0.listener == 0 }
        }
        // A scan meets the stay if it begins up to three seconds before it, on a clock of whole seconds. Scans begin
        // every 255.5 s on average.
        let expected = Double(seconds + 3) / 255.5
        let count = Double(seeds.count)
        let tolerance = 4 * (expected * (1 - expected) / count).squareRoot()
        #expect(abs(Double(noticed) / count - expected) < tolerance, "\(noticed) of \(count), expected \(expected)")
    }

    /// The packets that the middle device hears from each other device: one of each scan.
    private static func attenuations() -> [Int: [RadioTrace.Packet]] {
        var model = SimulatedRadioTests.noiseless()
        (model.timing.duration, model.timing.jitter) = (2, 0)
        var radio = SimulatedRadio(model: model, seed: 1)
        var listener = Silent.phone(at: 0)
        listener.scansFrom = start
        let others = [
            [stay(metres: 1, from: 0, until: 1300)],
            [
                stay(metres: 8, from: 280, until: 320), stay(metres: 1, from: 320, until: 580),
                stay(metres: 8, from: 580, until: 620),
            ],
            [stay(metres: 1, from: 10, until: 290)],
            [stay(metres: 4, from: 610, until: 800)],
            [stay(metres: 0.5, from: 900, until: 902)],
        ].map(Silent.phone(stays:))
        let trace = radio.draw(among: [listener] + others, from: start, until: start.advanced(bySeconds: 1300))
        return Dictionary(grouping: trace.packets.filter { $0.listener == 0 }, by: \.sender).mapValues { packets in
            Dictionary(grouping: packets, by: \.scan).compactMap(\.value.first).sorted { $0.scan < $1.scan }
        }
    }

    private static func stay(metres: Double, from: Int64, until: Int64) -> SimulatedRadio.Stay {
        let (from, until) = (start.advanced(bySeconds: from), start.advanced(bySeconds: until))
        return SimulatedRadio.Stay(at: .init(x: metres, y: 0), from: from, until: until)
    }
}
