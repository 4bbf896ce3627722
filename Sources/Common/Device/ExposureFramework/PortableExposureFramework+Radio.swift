package import ExposurePrimitives
package import GAENCore
package import PhonePorts
import ProximityRadio

/// The framework as the radio sees it. Apps never get it, because it returns identifiers.
struct RadioPeer: ProximityPeer {
    let framework: PortableExposureFramework

    func broadcast(at time: UnixTime) async -> Broadcast? {
        await framework.broadcast(at: time)
    }

    func receive(_ heard: [ReceivedAdvertisement]) async {
        await framework.receive(heard)
    }
}

/// The framework's address, for a protocol that stands beside it on the same radio. Both change together.
package struct FrameworkAddress: RadioAddressSource {
    private let framework: PortableExposureFramework

    package init(of framework: PortableExposureFramework) {
        self.framework = framework
    }

    package func address(at time: UnixTime) async -> RadioAddress? {
        await framework.broadcast(at: time)?.address
    }
}

extension PortableExposureFramework {
    /// The broadcast at `time`; nil while the framework is silent.
    package func broadcast(at time: UnixTime) -> Broadcast? {
        guard state.isEnabled, phone.radio.state == .on else {
            return nil
        }
        var rotation = state.rotation
        if let term = rotation.advance(to: time, schedule: options.rotation, using: &generator) {
            current = begin(term, of: rotation)
        } else if current == nil, let term = rotation.term {
            // The term continues after a restart.
            current = state.address.flatMap { makeBroadcast(in: term, from: $0) }
        }
        return current
    }

    /// Takes the advertisements of one scan.
    package func receive(_ heard: [ReceivedAdvertisement]) {
        guard state.isEnabled, phone.radio.state == .on else {
            return
        }
        content.sightings.append(heard.compactMap(sighting), upTo: options.sightingsPerHour)
        // Data that cannot be stored now stays in memory, and the next scan tries again.
        try? forgetExpired()
    }

    /// Begins a term. A key is stored before it is broadcast. If storing fails, the phone is silent.
    private func begin(_ term: RotationClock.Term, of rotation: RotationClock) -> Broadcast? {
        var next = state
        next.forgetExpired(at: phone.clock.now())
        guard next.keys.key(at: term.interval, using: &generator) != nil else {
            return nil
        }
        let address = RadioAddress.random(using: &generator)
        next.rotation = rotation
        next.address = address
        guard (try? change { $0 = next }) != nil else {
            return nil
        }
        return makeBroadcast(in: term, from: address)
    }

    private func makeBroadcast(in term: RotationClock.Term, from address: RadioAddress) -> Broadcast? {
        state.keys.usableKey(at: term.interval).map { key in
            let derived = DerivedKeys(of: key.keyData)
            let identifier = derived.identifier(at: term.interval)
            let advertisement = GAENAdvertisement(
                identifier: identifier,
                metadata: derived.transformMetadata(options.calibration.metadata.encoded, with: identifier)
            )
            return Broadcast(packet: advertisement.packet, address: address)
        }
    }

    /// The sighting of an advertisement; nil for packets of other protocols.
    private func sighting(of heard: ReceivedAdvertisement) -> Sighting? {
        guard let advertisement = try? GAENAdvertisement(packet: heard.packet) else {
            return nil
        }
        return Sighting(
            identifier: advertisement.identifier,
            metadata: advertisement.metadata,
            rssi: options.calibration.corrected(heard.rssi),
            time: heard.time,
            previousScan: heard.previousScan
        )
    }
}

// MARK: - For the tools of tests

extension PortableExposureFramework {
    /// The phone's raw sightings. They are not for apps and never leave the package.
    package var rawSightings: [Sighting] { content.sightings.all }
}
