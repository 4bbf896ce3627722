public import ExposurePrimitives
public import GAENCore

/// One Bluetooth scan in which a matched phone was heard.
public struct AttenuationScan: Hashable, Sendable {
    /// When the scan first heard the phone.
    public let time: UnixTime
    /// Transmit power minus received signal strength in dB, at least 0.
    public let attenuation: Int

    public init(time: UnixTime, attenuation: Int) {
        self.time = time
        self.attenuation = attenuation
    }
}

extension AttenuationScan {
    /// The scans behind a key's sightings, in order of time.
    ///
    /// Sightings that may be replayed or whose transmit power cannot be true are left out. Sightings no further than
    /// a long scan apart belong to one scan, which counts with its strongest signal.
    public static func scans(of sightings: some Sequence<MatchedSighting>) -> [AttenuationScan] {
        let usable = withoutReplays(sightings).filter { plausibleTransmitPowers.contains($0.metadata.transmitPower) }
        var scans: [AttenuationScan] = []
        var chain: [MatchedSighting] = []
        for sighting in usable {
            if let last = chain.last, sighting.sighting.time.seconds(since: last.sighting.time) > longestGapInScan {
                merge(&chain, into: &scans)
            }
            chain.append(sighting)
        }
        merge(&chain, into: &scans)
        return scans
    }

    /// In order of time, without what was received more than twenty minutes after the same identifier was first
    /// heard: a phone stops using an identifier by then, so somebody else is sending it.
    private static func withoutReplays(_ sightings: some Sequence<MatchedSighting>) -> [MatchedSighting] {
        var firstHeard: [RollingProximityIdentifier: UnixTime] = [:]
        return sightings.sorted { $0.sighting.time < $1.sighting.time }.filter { matched in
            let sighting = matched.sighting
            let first = firstHeard[sighting.identifier, default: sighting.time]
            firstHeard[sighting.identifier] = first
            return sighting.time.seconds(since: first) <= longestLifeOfIdentifier
        }
    }

    private static func merge(_ chain: inout [MatchedSighting], into scans: inout [AttenuationScan]) {
        if let first = chain.first, let strongest = chain.max(by: { $0.sighting.rssi < $1.sighting.rssi }) {
            scans.append(AttenuationScan(time: first.sighting.time, attenuation: strongest.attenuation))
        }
        chain.removeAll()
    }

    /// 1.5 times the longest scan (4 s, or 17 s beside a Bluetooth call), 25.5 s, in whole seconds.
    private static let longestGapInScan: Int64 = 25
    /// Two intervals of ten minutes.
    private static let longestLifeOfIdentifier: Int64 = 1200
    private static let plausibleTransmitPowers: ClosedRange<Int8> = -50...20
}

extension MatchedSighting {
    /// Transmit power minus received signal strength in dB, at least 0.
    public var attenuation: Int {
        max(0, Int(metadata.transmitPower) - Int(sighting.rssi))
    }
}
