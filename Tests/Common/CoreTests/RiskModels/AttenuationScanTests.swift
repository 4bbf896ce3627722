import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Scans")
struct AttenuationScanTests {
    @Test("combine sightings up to 25 s apart, with the strongest signal and its time")
    func merging() throws {
        let scans = AttenuationScan.scans(of: [
            try Self.sighting(at: 0, rssi: -70), try Self.sighting(at: 25, rssi: -60),
            try Self.sighting(at: 50, rssi: -65),
        ])
        #expect(scans == [AttenuationScan(time: UnixTime(1_600_000_025), attenuation: 46)])
    }

    @Test("are two if sightings are 26 s apart")
    func separating() throws {
        let scans = AttenuationScan.scans(of: [
            try Self.sighting(at: 26, rssi: -60), try Self.sighting(at: 0, rssi: -70),
        ])
        #expect(scans.map(\.attenuation) == [56, 46])
    }

    /// As the framework computed it: a line that starts at the threshold itself and falls does not cross it.
    @Test(
        "split the time between two scans at the crossing of a threshold, if requested",
        arguments: [(40, 60, 300), (60, 40, 300), (40, 50, 450), (50, 40, 150), (90, 49, 157), (49, 90, 157)]
    )
    func interpolation(first: Int, second: Int, below: Int) throws {
        let exposures = Exposure.exposures(
            of: [(0, first), (300, second)].map { AttenuationScan(time: UnixTime($0), attenuation: $1) },
            thresholds: try AttenuationThresholds([50]),
            timing: ExposureTiming(interpolatesCrossings: true)
        )
        #expect(exposures.map(\.attenuationDurations) == [[below, 600 - below]])
    }

    @Test("leave out an identifier from the twenty-first minute after its first sighting")
    func replay() throws {
        #expect(try Self.scans(ofIdentifier: 1, at: [0, 1200]).count == 2)
        #expect(try Self.scans(ofIdentifier: 1, at: [0, 1201]).count == 1)
    }

    @Test("keep another identifier of the same key at that time")
    func noReplay() throws {
        let scans = AttenuationScan.scans(of: [
            try Self.sighting(at: 0, rssi: -60), try Self.sighting(identifier: 2, at: 1201, rssi: -60),
        ])
        #expect(scans.count == 2)
    }

    @Test("leave out transmit powers that no phone has", arguments: [(-51, 0), (-50, 1), (20, 1), (21, 0)])
    func transmitPower(power: Int8, count: Int) throws {
        let sighting = try Self.sighting(at: 0, rssi: -90, transmitPower: power)
        #expect(AttenuationScan.scans(of: [sighting]).count == count)
    }

    @Test("leave out sightings with an unknown signal strength", arguments: [(126, 1), (127, 0)])
    func signalStrength(rssi: Int8, count: Int) throws {
        #expect(AttenuationScan.scans(of: [try Self.sighting(at: 0, rssi: rssi)]).count == count)
    }

    @Test("never have an attenuation below 0")
    func negative() throws {
        #expect(AttenuationScan.scans(of: [try Self.sighting(at: 0, rssi: 10)]).map(\.attenuation) == [0])
    }

    private static func scans(ofIdentifier identifier: UInt8, at times: [Int64]) throws -> [AttenuationScan] {
        AttenuationScan.scans(of: try times.map { try sighting(identifier: identifier, at: $0, rssi: -60) })
    }

    /// A sighting at a number of seconds after a fixed moment.
    static func sighting(
        identifier: UInt8 = 1,
        at seconds: Int64,
        rssi: Int8,
        transmitPower: Int8 = -14
    ) throws -> MatchedSighting {
        try SampleSighting.make(
            identifier: identifier,
            time: UnixTime(1_600_000_000 + seconds),
            rssi: rssi,
            transmitPower: transmitPower
        )
    }
}
