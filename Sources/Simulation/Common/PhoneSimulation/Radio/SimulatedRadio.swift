package import ExposurePrimitives
import ProximityRadio

/// The simulated air between phones. The same seed makes the same signals.
package struct SimulatedRadio: Sendable {
    package let model: RadioModel
    private var generator: SeededGenerator

    package init(model: RadioModel = RadioModel(), seed: UInt64) {
        self.model = model
        generator = SeededGenerator(seed: seed)
    }

    /// A place in the plane, in metres.
    package struct Position: Hashable, Sendable {
        package let x: Double
        package let y: Double

        package init(x: Double, y: Double) {
            (self.x, self.y) = (x, y)
        }

        package func distance(to other: Position) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }
    }

    /// The signals from one phone to another.
    package struct Link: Hashable, Sendable {
        /// Positions in the list of phones.
        package let sender: Int
        package let listener: Int
        /// The starts of the scans that heard at least one packet.
        package internal(set) var scansHeard: [UnixTime] = []
        package internal(set) var packetsHeard = 0
    }

    /// Makes `phones` broadcast and scan from `start` until `end`, and delivers the received packets.
    ///
    /// - Returns: every ordered pair of phones, with the signals that the listener heard from the sender.
    package mutating func exchange(among phones: [Phone], from start: UnixTime, until end: UnixTime) async -> [Link] {
        await Self.play(draw(among: phones, from: start, until: end), among: phones, from: start, until: end)
    }

    /// Draws the signals among `phones` from `start` until `end` from the model.
    package mutating func draw(among phones: [Phone], from start: UnixTime, until end: UnixTime) -> RadioTrace {
        let offsets = drawPairOffsets(among: phones)
        var packets: [RadioTrace.Packet] = []
        for (listener, phone) in phones.enumerated() {
            var schedule =
                phone.scansFrom.map { ScanSchedule(startingAt: max($0, start), timing: model.timing, use: phone.use) }
                ?? ScanSchedule(runningAt: start, timing: model.timing, use: phone.use, using: &generator)
            for scan in schedule.scans(before: end, using: &generator) {
                for sender in phones.indices where sender != listener {
                    let scanOffset = model.scanDeviation * NormalDistribution.sample(using: &generator)
                    packets += self.packets(
                        in: Hearing(scan: scan, from: phones[sender], to: phone),
                        offset: offsets[sender][listener] + scanOffset
                    ).map { time, attenuation in
                        RadioTrace.Packet(
                            scan: scan.start.seconds(since: start),
                            previousScan: scan.previousEnd?.seconds(since: start),
                            time: time.seconds(since: start),
                            listener: listener,
                            sender: sender,
                            attenuation: attenuation
                        )
                    }
                }
            }
        }
        return RadioTrace(checked: packets)
    }

    /// One scan, in which one phone may hear another.
    private struct Hearing {
        let scan: ScanSchedule.Scan
        let sender: Phone
        let listener: Phone

        init(scan: ScanSchedule.Scan, from sender: Phone, to listener: Phone) {
            (self.scan, self.sender, self.listener) = (scan, sender, listener)
        }
    }

    /// The packets that are strong enough, with their attenuation in dB.
    private func packets(in hearing: Hearing, offset: Double) -> [(time: UnixTime, attenuation: Int)] {
        let count = hearing.scan.duration * 1000 / max(model.advertisingInterval, 1)
        return (0..<count).compactMap { number in
            let time = hearing.scan.start.advanced(bySeconds: number * model.advertisingInterval / 1000)
            guard let position = hearing.sender.position(at: time), let place = hearing.listener.position(at: time),
                let attenuation = model.attenuation(over: position.distance(to: place), offset: offset)
            else {
                return nil
            }
            return model.decodes(hearing.sender.transmitPower, after: attenuation) ? (time, attenuation) : nil
        }
    }

    /// The difference in dB from the expected attenuation for each pair during the whole encounter. It is the same both
    /// ways, like radio waves.
    private mutating func drawPairOffsets(among phones: [Phone]) -> [[Double]] {
        var offsets = phones.map { _ in phones.map { _ in 0.0 } }
        for first in phones.indices {
            for second in phones.indices.dropFirst(first + 1) {
                let offset =
                    phones[first].bodyLoss + phones[second].bodyLoss
                    + model.pairDeviation * NormalDistribution.sample(using: &generator)
                offsets[first][second] = offset
                offsets[second][first] = offset
            }
        }
        return offsets
    }

    /// Plays `trace` from `start` at once, as a `TracePlayer` does.
    ///
    /// - Parameter end: the time until which the phones broadcast; by default, the last packet.
    /// - Returns: every ordered pair of phones, with the signals that the listener heard from the sender.
    package static func play(
        _ trace: RadioTrace,
        among phones: [Phone],
        from start: UnixTime,
        until end: UnixTime? = nil
    ) async -> [Link] {
        var player = TracePlayer(trace, among: phones, from: start)
        if let end {
            await player.play(before: end)
        }
        return await player.finish()
    }
}
