import ExposurePrimitives
import GAENCore
import Testing

/// Matched sightings with the decrypted metadata, as the matcher returns them.
enum SampleSighting {
    static func make(
        identifier: UInt8 = 1,
        time: UnixTime,
        rssi: Int8 = -60,
        transmitPower: Int8 = -14,
        calibrationConfidence: UInt8 = 0,
        previousScan: UnixTime? = nil
    ) throws -> MatchedSighting {
        let bytes = try #require(Bytes16([UInt8](repeating: identifier, count: 16)))
        // Version 1.1, the first version with a calibration confidence.
        let plain = [0x50 | calibrationConfidence << 2, UInt8(bitPattern: transmitPower), 0, 0]
        let metadata = try #require(EncodedMetadata(plain))
        return MatchedSighting(
            sighting: Sighting(
                identifier: RollingProximityIdentifier(bytes),
                metadata: metadata,
                rssi: rssi,
                time: time,
                previousScan: previousScan
            ),
            interval: IntervalNumber(clamping: time),
            metadata: BroadcastMetadata(metadata)
        )
    }
}
