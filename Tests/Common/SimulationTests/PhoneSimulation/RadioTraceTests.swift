import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing

@Suite("A radio trace")
struct RadioTraceTests {
    private static let head = "avviso-radio-trace 1\nscan,previous,time,listener,sender,attenuation\n"

    @Test("reads and writes its documented form")
    func form() throws {
        let text = Self.head + "12,-240,13,1,0,55\n300,,300,0,1,-3\n"
        let trace = try RadioTrace(parsing: text)
        let packets: [RadioTrace.Packet] = [
            .init(scan: 12, previousScan: -240, time: 13, listener: 1, sender: 0, attenuation: 55),
            .init(scan: 300, previousScan: nil, time: 300, listener: 0, sender: 1, attenuation: -3),
        ]
        #expect(trace.packets == packets)
        #expect(trace.text == text)
        #expect(try RadioTrace(parsing: Self.head).packets.isEmpty)
    }

    @Test("sorts packets by time")
    func order() throws {
        let trace = try RadioTrace(parsing: Self.head + "9,,9,1,0,55\n2,,3,1,0,50")
        #expect(trace.packets.map(\.time) == [3, 9])
    }

    @Test("is written as text and read back", arguments: 1...20 as ClosedRange<UInt64>)
    func drawn(seed: UInt64) throws {
        var radio = SimulatedRadio(seed: seed)
        let phones = [0.0, 1.0, 5.0].map { Silent.phone(at: $0) }
        let trace = radio.draw(among: phones, from: UnixTime(0), until: UnixTime(1200))
        #expect(!trace.packets.isEmpty)
        #expect(try RadioTrace(parsing: trace.text) == trace)
        #expect(try RadioTrace(trace.packets.reversed()) == trace)
    }

    @Test("is refused with another head", arguments: ["", "avviso-radio-trace 2\n", "avviso-radio-trace 1\nscan\n"])
    func heads(text: String) {
        #expect(throws: RadioTraceError.wrongHead) { try RadioTrace(parsing: text) }
    }

    private static let malformedLines = [
        "", "1,,1,0,1", "1,,1,0,1,50,", "x,,1,0,1,50", "1,x,1,0,1,50", "2,,1,0,1,50", "-1,,1,0,1,50",
        "1,2,1,0,1,50", "1,,1,1,1,50", "1,,1,-1,1,50", "1,,1,0,100000,50", "1,,1,0,1,-51", "1,,1,0,1,256",
        "1209601,,1209601,0,1,50", "1,,1209601,0,1,50", "0,-1209601,0,0,1,50",
        "99999999999999999999,,1,0,1,50", "+1,,1,0,1,50", "1,+1,1,0,1,50", " 1,,1,0,1,50", "1,,1,0,1,0x5",
    ]

    @Test("is refused at its first malformed line", arguments: malformedLines)
    func malformed(line: String) {
        #expect(throws: RadioTraceError.malformedLine(4)) {
            try RadioTrace(parsing: Self.head + "1,,1,0,1,50\n\(line)\n1,,1,0,1,50\n")
        }
    }

    @Test(
        "accepts values at the ends of their ranges",
        arguments: ["1209600,1209600,1209600,0,99999,255", "0,-1209600,1209600,99999,0,-50", "0,0,0,0,1,0"]
    )
    func ends(line: String) throws {
        #expect(try RadioTrace(parsing: Self.head + line).text == Self.head + line + "\n")
    }

    @Test("is refused if a packet is impossible")
    func impossible() {
        #expect(throws: RadioTraceError.impossiblePacket(0)) {
            try RadioTrace([.init(scan: 2, previousScan: nil, time: 1, listener: 0, sender: 1, attenuation: 50)])
        }
    }

    /// A phone that broadcasts, and one that listens to it.
    private static func pair(metres: Double) -> ([SimulatedRadio.Phone], Recorder) {
        let listener = Recorder(packet: nil)
        let phones = [(Recorder(packet: [7]), 0), (listener, metres)].map { peer, place in
            SimulatedRadio.Phone(peer: peer, transmitPower: -14, position: .init(x: place, y: 0))
        }
        return (phones, listener)
    }

    @Test("plays as it was drawn: listeners hear the same, recorded or simulated")
    func played() async throws {
        var radio = SimulatedRadio(seed: 9)
        let start = UnixTime(1_795_248_000)
        let (phones, listener) = Self.pair(metres: 1)
        let trace = radio.draw(among: phones, from: start, until: start.advanced(bySeconds: 1500))
        let links = await SimulatedRadio.play(trace, among: phones, from: start)
        let packets = trace.packets.filter { $0.listener == 1 }
        #expect(listener.heard.map(\.rssi) == packets.map { Int8(-14 - $0.attenuation) })
        #expect(listener.heard.map(\.time) == packets.map { start.advanced(bySeconds: $0.time) })
        #expect(listener.heard.map(\.previousScan) == packets.map { $0.previousScan.map(start.advanced) })
        // The other phone broadcasts nothing, so packets heard from it are not counted.
        #expect(links.map(\.packetsHeard) == [0, packets.count])
        #expect(links[1].scansHeard == Set(packets.map { start.advanced(bySeconds: $0.scan) }).sorted())
    }

    @Test("plays the same in parts")
    func parts() async throws {
        var radio = SimulatedRadio(seed: 9)
        let start = UnixTime(1_795_248_000)
        let (phones, listener) = Self.pair(metres: 1)
        let trace = radio.draw(among: phones, from: start, until: start.advanced(bySeconds: 1500))
        let links = await SimulatedRadio.play(trace, among: phones, from: start)
        let (again, other) = Self.pair(metres: 1)
        var player = TracePlayer(trace, among: again, from: start)
        for minute in 1...25 {
            await player.play(before: start.advanced(bySeconds: Int64(minute) * 60))
        }
        #expect(other.heard.isEmpty)
        #expect(await player.finish() == links)
        #expect(other.heard == listener.heard)
    }

    @Test("leaves out phones that are not there")
    func absent() async throws {
        let trace = try RadioTrace(parsing: Self.head + "1,,1,5,0,50\n1,,1,0,5,50\n1,,1,1,0,50\n")
        let (phones, listener) = Self.pair(metres: 0)
        let links = await SimulatedRadio.play(trace, among: phones, from: UnixTime(0))
        #expect(links.map(\.packetsHeard) == [0, 1])
        #expect(listener.heard.map(\.rssi) == [-64])
    }
}
