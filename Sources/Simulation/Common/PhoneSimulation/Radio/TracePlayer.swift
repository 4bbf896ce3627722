package import ExposurePrimitives
import PhonePorts

/// Plays a trace among phones, at once or in parts: asks each sender for its broadcast at the time of each packet, then
/// gives each listener the results of its scans. Phones broadcast whether anybody hears them or not.
package struct TracePlayer {
    private let phones: [SimulatedRadio.Phone]
    private var packets: ArraySlice<RadioTrace.Packet>
    private let start: UnixTime
    private var nextInterval: UnixTime
    private var broadcasts: [Int: (time: UnixTime, broadcast: Broadcast?)] = [:]
    private var scans: [Scan: [ReceivedAdvertisement]] = [:]
    private var links: [[SimulatedRadio.Link]]

    private struct Scan: Hashable {
        let start: UnixTime
        let listener: Int
    }

    /// Packets of phones that are not in the list are left out.
    package init(_ trace: RadioTrace, among phones: [SimulatedRadio.Phone], from start: UnixTime) {
        (self.phones, self.start) = (phones, start)
        packets = trace.packets.filter { max($0.sender, $0.listener) < phones.count }[...]
        nextInterval = start
        links = phones.indices.map { listener in
            phones.indices.map { SimulatedRadio.Link(sender: $0, listener: listener) }
        }
    }

    /// Makes the phones broadcast before `time`.
    package mutating func play(before time: UnixTime) async {
        while let packet = packets.first, start.advanced(bySeconds: packet.time) < time {
            packets.removeFirst()
            await take(packet)
        }
        await broadcast(before: time)
    }

    /// Plays the rest, and gives every listener the results of its scans, in order of time.
    ///
    /// - Returns: every ordered pair of phones, with the signals that the listener heard from the sender.
    package mutating func finish() async -> [SimulatedRadio.Link] {
        while let packet = packets.popFirst() {
            await take(packet)
        }
        return await deliver()
    }

    /// Takes the next packet in order of time. If the sender is silent, nobody hears it.
    private mutating func take(_ packet: RadioTrace.Packet) async {
        let time = start.advanced(bySeconds: packet.time)
        await broadcast(before: time)
        let sender = phones[packet.sender]
        guard let broadcast = await broadcast(of: packet.sender, at: time) else {
            return
        }
        let received = ReceivedAdvertisement(
            packet: broadcast.packet,
            rssi: RadioModel.strength(of: sender.transmitPower, after: packet.attenuation),
            time: time,
            previousScan: packet.previousScan.map { start.advanced(bySeconds: $0) }
        )
        let scan = Scan(start: start.advanced(bySeconds: packet.scan), listener: packet.listener)
        scans[scan, default: []].append(received)
        if links[packet.listener][packet.sender].scansHeard.last != scan.start {
            links[packet.listener][packet.sender].scansHeard.append(scan.start)
        }
        links[packet.listener][packet.sender].packetsHeard += 1
    }

    /// Makes all phones broadcast before `end`, once in each interval: nobody counts the packets.
    private mutating func broadcast(before end: UnixTime) async {
        while nextInterval < end {
            for phone in phones.indices {
                _ = await broadcast(of: phone, at: nextInterval)
            }
            nextInterval = nextInterval.advanced(bySeconds: IntervalNumber.seconds)
        }
    }

    /// The broadcast of a phone. The phone is asked once for each second, because the clocks are no finer.
    private mutating func broadcast(of sender: Int, at time: UnixTime) async -> Broadcast? {
        if let known = broadcasts[sender], known.time == time {
            return known.broadcast
        }
        let broadcast = await phones[sender].peer.broadcast(at: time)
        broadcasts[sender] = (time, broadcast)
        return broadcast
    }

    private func deliver() async -> [SimulatedRadio.Link] {
        for (scan, heard) in scans.sorted(by: { ($0.key.start, $0.key.listener) < ($1.key.start, $1.key.listener) }) {
            await phones[scan.listener].peer.receive(heard)
        }
        return links.flatMap(\.self).filter { $0.sender != $0.listener }
    }
}
