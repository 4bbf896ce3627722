package import ExposurePrimitives
package import GAENCore

/// One Bluetooth scan in which a matched phone was heard.
package struct AttenuationScan: Hashable, Sendable {
    /// When the strongest signal of the scan was received.
    package let time: UnixTime
    /// Transmit power minus received signal strength in dB, at least 0.
    package let attenuation: Int

    package init(time: UnixTime, attenuation: Int) {
        self.time = time
        self.attenuation = attenuation
    }
}

extension AttenuationScan {
    /// The scans behind a key's sightings, in order of time. Of each scan's credible sightings the one with the
    /// strongest signal counts, of equally strong ones the first.
    package static func scans(of sightings: some Sequence<MatchedSighting>) -> [AttenuationScan] {
        MatchedSighting.credible(sightings).chunkedByScan().compactMap { scan in
            scan.max { $0.sighting.rssi < $1.sighting.rssi }.map {
                AttenuationScan(time: $0.sighting.time, attenuation: $0.attenuation)
            }
        }
    }
}
