public import ExposurePrimitives
public import PhonePorts

/// The air between phones, simulated: the same seed makes the same signals.
public struct SimulatedRadio: Sendable {
    public let model: RadioModel
    private var generator: SeededGenerator

    public init(model: RadioModel = RadioModel(), seed: UInt64) {
        self.model = model
        generator = SeededGenerator(seed: seed)
    }

    /// A phone in a room.
    public struct Phone: Sendable {
        public let peer: any ProximityPeer
        /// What its antenna really radiates, in dBm.
        public let transmitPower: Int8
        /// Metres.
        public let position: Position

        public init(peer: any ProximityPeer, transmitPower: Int8, position: Position) {
            self.peer = peer
            self.transmitPower = transmitPower
            self.position = position
        }
    }

    /// A place in the plane, in metres.
    public struct Position: Hashable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        public func distance(to other: Position) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }
    }

    /// What went through the air from one phone to another.
    public struct Link: Hashable, Sendable {
        /// Places in the list of phones.
        public let sender: Int
        public let listener: Int
        /// Metres.
        public let distance: Double
        /// The scans that heard at least one packet.
        public internal(set) var scansHeard: [UnixTime] = []
        public internal(set) var packetsHeard = 0
    }

    /// Lets `phones` stay where they are from `start` until `end`, each broadcasting and scanning, and delivers what
    /// they hear.
    ///
    /// - Returns: every ordered pair of phones, with what the listener heard of the sender.
    public mutating func exchange(
        among phones: [Phone],
        from start: UnixTime,
        until end: UnixTime
    ) async -> [Link] {
        let losses = drawLosses(among: phones)
        var links = phones.indices.map { listener in
            phones.indices.map { sender in
                Link(
                    sender: sender,
                    listener: listener,
                    distance: phones[sender].position.distance(to: phones[listener].position)
                )
            }
        }
        for (scan, listener) in drawScans(of: phones.count, from: start, until: end) {
            for sender in phones.indices where sender != listener {
                let heard = await listen(to: phones[sender], loss: losses[sender][listener], during: scan)
                guard !heard.isEmpty else { continue }
                await phones[listener].peer.receive(heard)
                links[listener][sender].scansHeard.append(scan.start)
                links[listener][sender].packetsHeard += heard.count
            }
        }
        return links.flatMap(\.self).filter { $0.sender != $0.listener }
    }

    /// Every scan of every phone, in order of time.
    private mutating func drawScans(
        of phoneCount: Int,
        from start: UnixTime,
        until end: UnixTime
    ) -> [(scan: ScanSchedule.Scan, listener: Int)] {
        (0..<phoneCount)
            .flatMap { listener in
                var schedule = ScanSchedule(runningAt: start, using: &generator)
                return schedule.scans(before: end, using: &generator).map { ($0, listener) }
            }
            .sorted { ($0.0.start, $0.1) < ($1.0.start, $1.1) }
    }

    /// The loss in dB between each two phones for the whole encounter: the same both ways, as radio waves are.
    private mutating func drawLosses(among phones: [Phone]) -> [[Double]] {
        var losses = phones.map { _ in phones.map { _ in 0.0 } }
        for first in phones.indices {
            for second in phones.indices.dropFirst(first + 1) {
                let distance = phones[first].position.distance(to: phones[second].position)
                let loss =
                    model.expectedLoss(at: distance)
                    + model.shadowing * NormalDistribution.sample(using: &generator)
                losses[first][second] = loss
                losses[second][first] = loss
            }
        }
        return losses
    }

    private mutating func listen(
        to sender: Phone,
        loss: Double,
        during scan: ScanSchedule.Scan
    ) async -> [ReceivedAdvertisement] {
        var heard: [ReceivedAdvertisement] = []
        for number in 0..<model.packetsPerScan {
            let offset = Int64(number) * ScanSchedule.duration / Int64(model.packetsPerScan)
            let time = scan.start.advanced(bySeconds: offset)
            let fade = model.fading * NormalDistribution.sample(using: &generator)
            guard let packet = await sender.peer.advertisement(at: time),
                let rssi = model.reportedRSSI(of: Double(sender.transmitPower) - loss + fade)
            else {
                continue
            }
            heard.append(
                ReceivedAdvertisement(packet: packet, rssi: rssi, time: time, previousScan: scan.previousEnd)
            )
        }
        return heard
    }
}
