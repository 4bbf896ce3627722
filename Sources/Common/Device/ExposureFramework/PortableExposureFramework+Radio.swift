package import ExposurePrimitives
package import GAENCore
package import PhonePorts
import ProximityRadio

/// The framework as the radio sees it. Apps never get hold of it, as it gives out identifiers.
struct RadioPeer: ProximityPeer {
    let framework: PortableExposureFramework

    func broadcast(at time: UnixTime) async -> Broadcast? {
        await framework.broadcast(at: time)
    }

    func receive(_ heard: [ReceivedAdvertisement]) async {
        await framework.receive(heard)
    }
}

extension PortableExposureFramework {
    /// What to broadcast at `time`; nil while the framework keeps silent.
    package func broadcast(at time: UnixTime) -> Broadcast? {
        guard state.isEnabled, phone.radio.state == .on else {
            return nil
        }
        var rotation = state.rotation
        if let term = rotation.advance(to: time, using: &generator) {
            current = begin(term, of: rotation)
        } else if current == nil, let term = rotation.term {
            // After a restart the term goes on.
            current = state.address.flatMap { makeBroadcast(in: term, from: $0) }
        }
        return current
    }

    /// Takes what one scan heard.
    package func receive(_ heard: [ReceivedAdvertisement]) {
        guard state.isEnabled, phone.radio.state == .on else {
            return
        }
        content.sightings.append(heard.compactMap(sighting), upTo: options.sightingsPerHour)
        // What cannot be stored now stays in memory, and is tried again with the next scan.
        try? forgetExpired()
    }

    /// Begins a term. A key is in the storage before anybody hears of it; where that fails the phone keeps silent.
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

    /// Nil for packets of other protocols.
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
    /// What the phone heard, raw. Not for apps: it never leaves the package.
    package var rawSightings: [Sighting] { content.sightings.all }
}
