package import ExposurePrimitives
package import GAENCore

/// One Bluetooth scan in which a matched phone was heard.
package struct AttenuationScan: Hashable, Sendable {
    /// The time of the scan's strongest signal.
    package let time: UnixTime
    /// Transmit power minus received signal strength in dB, at least 0.
    package let attenuation: Int

    package init(time: UnixTime, attenuation: Int) {
        self.time = time
        self.attenuation = attenuation
    }
}

extension AttenuationScan {
    /// The scans behind a key's sightings, in order of time.
    ///
    /// The credible sighting with the strongest signal represents its scan. Of equally strong ones it is the first.
    package static func scans(of sightings: some Sequence<MatchedSighting>) -> [AttenuationScan] {
        MatchedSighting.credible(sightings).chunkedByScan().compactMap { scan in
            scan.max { $0.sighting.rssi < $1.sighting.rssi }.map {
                AttenuationScan(time: $0.sighting.time, attenuation: $0.attenuation)
            }
        }
    }
}
