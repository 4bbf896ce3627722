package import ExposurePrimitives
package import PhonePorts
import Synchronization

/// The simulated air between phones that connect. The distance decides which phones hear each other and which
/// connections last.
///
/// The noise of a pair and of a moment depends only on the seed, the two phones and the second. So the same seed makes
/// the same air, whatever the order in which phones use it.
package final class ConnectionAir: Sendable {
    private let model: RadioModel
    private let seed: UInt64
    let clock: any WallClock
    private let stations = Mutex<[ConnectionStation]>([])

    package init(model: RadioModel = RadioModel(), seed: UInt64, clock: any WallClock) {
        (self.model, self.seed, self.clock) = (model, seed, clock)
    }

    /// Adds a phone that moves like `phone`, with the same power and the same attenuation by the body.
    package func add(_ phone: SimulatedRadio.Phone, state: BluetoothState = .on) -> ConnectionAntenna {
        stations.withLock { stations in
            let station = ConnectionStation(number: stations.count, phone: phone, state: state)
            stations.append(station)
            return ConnectionAntenna(station: station, air: self)
        }
    }

    /// Makes every phone scan once now, and delivers the results.
    ///
    /// - Returns: how many packets each phone heard, in the order of arrival.
    @discardableResult package func scan() async -> [Int] {
        let (now, all) = (clock.now(), stations.withLock { $0 })
        var broadcasts: [(ConnectionStation, Broadcast)] = []
        for sender in all {
            if let broadcast = await sender.broadcast(at: now) {
                broadcasts.append((sender, broadcast))
            }
        }
        var counts: [Int] = []
        for listener in all {
            let heard = broadcasts.compactMap { sender, broadcast -> ConnectableAdvertisement? in
                guard sender.number != listener.number,
                    let rssi = strength(from: sender, to: listener, at: now, noise: now)
                else {
                    return nil
                }
                let received = ReceivedAdvertisement(
                    packet: broadcast.packet,
                    rssi: rssi,
                    time: now,
                    previousScan: listener.previousScan
                )
                return ConnectableAdvertisement(received, from: broadcast.address)
            }
            counts.append(heard.count)
            await listener.receive(heard, at: now)
        }
        return counts
    }

    // MARK: - For connections

    /// The phone that answers `caller` at `address`; nil if none does.
    func station(at address: RadioAddress, for caller: ConnectionStation) async -> ConnectionStation? {
        let now = clock.now()
        for station in stations.withLock({ $0 }) where station.number != caller.number {
            if await station.broadcast(at: now)?.address == address {
                return areInReach(caller, station, noise: now) ? station : nil
            }
        }
        return nil
    }

    /// Whether two phones receive each other now.
    ///
    /// - Parameter noise: the moment of the noise. A connection keeps the noise of its beginning, as a scan does.
    func areInReach(_ first: ConnectionStation, _ second: ConnectionStation, noise: UnixTime) -> Bool {
        let now = clock.now()
        return strength(from: first, to: second, at: now, noise: noise) != nil
            && strength(from: second, to: first, at: now, noise: noise) != nil
    }

    // MARK: - Signals

    /// In dBm; nil if the listener decodes nothing.
    private func strength(
        from sender: ConnectionStation,
        to listener: ConnectionStation,
        at now: UnixTime,
        noise: UnixTime
    ) -> Int8? {
        guard let place = sender.phone.position(at: now), let other = listener.phone.position(at: now),
            let attenuation = model.attenuation(
                over: place.distance(to: other),
                offset: offset(between: sender, and: listener, at: noise)
            ), model.decodes(sender.phone.transmitPower, after: attenuation)
        else {
            return nil
        }
        return RadioModel.strength(of: sender.phone.transmitPower, after: attenuation)
    }

    /// The difference in dB from the expected attenuation. It is the same both ways, like radio waves.
    private func offset(between one: ConnectionStation, and two: ConnectionStation, at noise: UnixTime) -> Double {
        var pair = SeededGenerator(seed: seed)
        for number in [min(one.number, two.number), max(one.number, two.number)] {
            pair = SeededGenerator(seed: pair.next() ^ UInt64(number))
        }
        var moment = SeededGenerator(seed: pair.next() ^ UInt64(bitPattern: noise.seconds))
        return one.phone.bodyLoss + two.phone.bodyLoss
            + model.pairDeviation * NormalDistribution.sample(using: &pair)
            + model.scanDeviation * NormalDistribution.sample(using: &moment)
    }
}
