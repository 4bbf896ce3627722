import ExposurePrimitives
public import GAENCore

extension MatchedSighting {
    /// Transmit power minus received signal strength in dB, at least 0.
    public var attenuation: Int {
        max(0, Int(metadata.transmitPower) - Int(sighting.rssi))
    }

    /// The sightings that may count as exposure, in order of time.
    ///
    /// A sighting is left out if it was received more than twenty minutes after its identifier was first heard. A phone
    /// stops using an identifier by then, so somebody else is sending it. Sightings without a signal strength
    /// (Bluetooth's 127) are also left out, and so are those with an impossible transmit power, outside −50…20 dBm.
    public static func credible(_ sightings: some Sequence<MatchedSighting>) -> [MatchedSighting] {
        withoutReplays(sightings).filter { matched in
            matched.sighting.rssi != unknownSignalStrength
                && plausibleTransmitPowers.contains(matched.metadata.transmitPower)
        }
    }

    /// The attenuations that a credible sighting can have: 20 dBm sent and -128 dBm received at most.
    static let possibleAttenuations = 0...148

    private static func withoutReplays(_ sightings: some Sequence<MatchedSighting>) -> [MatchedSighting] {
        var firstHeard: [RollingProximityIdentifier: UnixTime] = [:]
        return sightings.sorted { $0.sighting.time < $1.sighting.time }.filter { matched in
            let sighting = matched.sighting
            let first = firstHeard[sighting.identifier, default: sighting.time]
            firstHeard[sighting.identifier] = first
            return sighting.time.seconds(since: first) <= longestLifeOfIdentifier
        }
    }

    /// Two intervals of ten minutes.
    private static let longestLifeOfIdentifier: Int64 = 1200
    private static let plausibleTransmitPowers: ClosedRange<Int8> = -50...20
    private static let unknownSignalStrength: Int8 = 127
}

extension RandomAccessCollection<MatchedSighting> {
    /// Splits the sightings, in order of time, into scans. Two neighbours belong to one scan if the time between them
    /// is no longer than a long scan.
    func chunkedByScan() -> [[MatchedSighting]] {
        var scans: [[MatchedSighting]] = []
        for sighting in self {
            if let last = scans.last?.last, !sighting.startsScan(after: last) {
                scans[scans.count - 1].append(sighting)
            } else {
                scans.append([sighting])
            }
        }
        return scans
    }
}

extension MatchedSighting {
    fileprivate func startsScan(after last: MatchedSighting) -> Bool {
        sighting.time.seconds(since: last.sighting.time) > Self.longestGapInScan
    }

    /// 1.5 times the longest scan (4 s, or 17 s beside a Bluetooth call), 25.5 s, in whole seconds.
    private static let longestGapInScan: Int64 = 25
}
