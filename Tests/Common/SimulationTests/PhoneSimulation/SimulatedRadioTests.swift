import ExposurePrimitives
import PhonePorts
import Testing

@testable import PhoneSimulation

@Suite("The simulated radio")
struct SimulatedRadioTests {
    private static let start = UnixTime(1_795_248_000)

    @Test("makes the same signals from the same seed, and others from another")
    func seeded() async {
        let first = await Self.hear(seed: 1)
        #expect(await Self.hear(seed: 1) == first)
        #expect(await Self.hear(seed: 2) != first)
    }

    @Test("delivers packets in order of time, within the meeting and one scan")
    func order() async {
        let heard = await Self.hear(seed: 3)
        #expect(!heard.isEmpty)
        #expect(heard.map(\.time) == heard.map(\.time).sorted())
        #expect(heard.allSatisfy { Self.start <= $0.time && $0.time < Self.start.advanced(bySeconds: 1504) })
    }

    @Test("reports when the phone scanned before, which was never more than five minutes ago")
    func previousScan() async {
        for heard in await Self.hear(seed: 4) {
            let gap = heard.previousScan.map { heard.time.seconds(since: $0) } ?? .max
            #expect((0...300).contains(gap))
        }
    }

    @Test("hears nothing from a silent phone or from one out of range")
    func silence() async {
        #expect(await Self.hear(seed: 6, packet: nil).isEmpty)
        for distance in [100_000, .infinity, .nan] {
            #expect(await Self.hear(seed: 6, distance: distance).isEmpty)
        }
    }

    @Test("hears sixteen packets in a scan, one every 250 ms, all with the attenuation of the scan")
    func packets() {
        let trace = Self.draw([Silent.phone(at: 0), Silent.phone(at: 1)], seconds: 3000, seed: 7)
        for (_, packets) in Dictionary(grouping: trace.packets, by: { "\($0.listener) \($0.scan)" }) {
            #expect(packets.count == 16)
            #expect(Set(packets.map(\.attenuation)).count == 1)
            #expect(packets.map { $0.time - $0.scan } == (0..<16).map { $0 / 4 })
        }
    }

    @Test("decodes signals down to its sensitivity, and no weaker", arguments: [(0.0, true), (1.0, false)])
    func sensitivity(bodyLoss: Double, isHeard: Bool) {
        var far = Silent.phone(at: 1)
        far.bodyLoss = bodyLoss
        let trace = Self.draw([Silent.phone(at: 0), far], model: Self.noiseless(attenuation: 86))
        #expect(trace.packets.isEmpty != isHeard)
    }

    @Test("subtracts the body's attenuation from every signal of that phone, both ways")
    func bodies() {
        var shadowed = Silent.phone(at: 1)
        shadowed.bodyLoss = 9
        let phones = [Silent.phone(at: 0), shadowed, Silent.phone(at: 1)]
        let trace = Self.draw(phones, model: Self.noiseless(attenuation: 50))
        for packet in trace.packets where Set([packet.listener, packet.sender]).contains(0) {
            #expect(packet.attenuation == ([packet.listener, packet.sender].contains(1) ? 59 : 50))
        }
    }

    @Test("varies between pairs and between scans as the model says, over 4000 pairs")
    func deviations() {
        var (differences, firsts) = ([Double](), [Double]())
        let model = RadioModel()
        for seed in 0..<4000 as Range<UInt64> {
            let trace = Self.draw([Silent.phone(at: 0), Silent.phone(at: 1)], seed: seed)
            let scans = Dictionary(grouping: trace.packets.filter { $0.listener == 1 }, by: \.scan)
                .sorted { $0.key < $1.key }.compactMap { $0.value.first.map { Double($0.attenuation) } }
            guard scans.count >= 2 else { continue }
            firsts.append(scans[0] - model.attenuationAtOneMetre)
            differences.append(scans[1] - scans[0])
        }
        #expect(firsts.count > 3900)
        // Mean and deviations of 4000 values are within four standard errors; rounding to whole dB adds 1/12.
        #expect(abs(Self.mean(firsts)) < 4 * 7.5 / 3900.0.squareRoot())
        let scan = (Self.variance(differences) / 2 - 1.0 / 12).squareRoot()
        #expect(abs(scan - 5.8) < 0.3)
        let pair = (Self.variance(firsts) - 1.0 / 12 - 5.8 * 5.8).squareRoot()
        #expect(abs(pair - 4.7) < 0.6)
    }

    @Test("follows phones that move, and hears nothing from absent ones")
    func movement() {
        let middle = Self.start.advanced(bySeconds: 1500)
        let mover = Silent.phone(stays: [
            .init(at: .init(x: 1, y: 0), from: Self.start, until: middle),
            .init(at: .init(x: 0, y: 10), from: middle, until: middle.advanced(bySeconds: 1500)),
        ])
        let model = Self.noiseless(attenuation: 50)
        let trace = Self.draw([Silent.phone(at: 0), mover], seconds: 6000, model: model, seed: 2)
        #expect(trace.packets.allSatisfy { $0.attenuation == ($0.time < 1500 ? 50 : 64) && $0.time < 3000 })
        #expect(Set(trace.packets.map(\.attenuation)) == [50, 64])
    }

    @Test("lets phones broadcast in every interval, although alone", arguments: [(600, 1), (601, 2), (86_400, 144)])
    func alone(seconds: Int64, count: Int) async {
        var radio = SimulatedRadio(seed: 1)
        let phone = Recorder(packet: [1])
        _ = await radio.exchange(
            among: [.init(peer: phone, transmitPower: -14, position: .init(x: 0, y: 0))],
            from: Self.start,
            until: Self.start.advanced(bySeconds: seconds)
        )
        #expect(phone.asked == (0..<count).map { Self.start.advanced(bySeconds: Int64($0) * 600) })
    }

    @Test("sends through an antenna while Bluetooth is on and a peer is served")
    func antenna() async {
        let antenna = SimulatedAntenna(state: .off)
        let peer = Recorder(packet: [1])
        let heard = [ReceivedAdvertisement(packet: [2], rssi: -60, time: Self.start, previousScan: nil)]
        antenna.start(serving: peer)
        #expect(await antenna.broadcast(at: Self.start) == nil)
        await antenna.receive(heard)
        antenna.turn(.on)
        #expect(await antenna.broadcast(at: Self.start)?.packet == [1])
        await antenna.receive(heard)
        antenna.stop()
        #expect(await antenna.broadcast(at: Self.start) == nil)
        await antenna.receive(heard)
        #expect(peer.heard == heard)
    }

    private static func draw(
        _ phones: [SimulatedRadio.Phone],
        seconds: Int64 = 600,
        model: RadioModel = RadioModel(),
        seed: UInt64 = 1
    ) -> RadioTrace {
        var radio = SimulatedRadio(model: model, seed: seed)
        return radio.draw(among: phones, from: start, until: start.advanced(bySeconds: seconds))
    }

    static func noiseless(attenuation: Double? = nil) -> RadioModel {
        var model = RadioModel()
        model.attenuationAtOneMetre = attenuation ?? model.attenuationAtOneMetre
        (model.pairDeviation, model.scanDeviation) = (0, 0)
        return model
    }

    private static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private static func variance(_ values: [Double]) -> Double {
        let mean = mean(values)
        return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    }

    /// What a phone heard of another in 25 minutes.
    private static func hear(
        seed: UInt64,
        packet: [UInt8]? = [1],
        distance: Double = 1.5
    ) async -> [ReceivedAdvertisement] {
        var radio = SimulatedRadio(seed: seed)
        let listener = Recorder(packet: nil)
        _ = await radio.exchange(
            among: [
                .init(peer: Recorder(packet: packet), transmitPower: -14, position: .init(x: 0, y: 0)),
                .init(peer: listener, transmitPower: -14, position: .init(x: distance, y: 0)),
            ],
            from: start,
            until: start.advanced(bySeconds: 1500)
        )
        return listener.heard
    }
}
