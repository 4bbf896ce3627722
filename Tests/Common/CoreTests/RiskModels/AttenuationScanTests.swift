import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Scans")
struct AttenuationScanTests {
    @Test("combine sightings up to 25 s apart, with the strongest signal and its time")
    func merging() throws {
        let scans = try Self.scans([(0, -70), (25, -60), (50, -65)])
        #expect(scans == [AttenuationScan(time: UnixTime(1_600_000_025), attenuation: 46)])
    }

    @Test("are two if sightings are 26 s apart")
    func separating() throws {
        #expect(try Self.scans([(26, -60), (0, -70)]).map(\.attenuation) == [56, 46])
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
        #expect(try Self.scans([(0, -60), (1200, -60)]).count == 2)
        #expect(try Self.scans([(0, -60), (1201, -60)]).count == 1)
    }

    @Test("keep another identifier of the same key at that time")
    func noReplay() throws {
        let later = try Self.sighting(identifier: 2, at: 1201, rssi: -60)
        #expect(AttenuationScan.scans(of: [try Self.sighting(at: 0, rssi: -60), later]).count == 2)
    }

    @Test("leave out transmit powers that no phone has", arguments: [(-51, 0), (-50, 1), (20, 1), (21, 0)])
    func transmitPower(power: Int8, count: Int) throws {
        let sighting = try Self.sighting(at: 0, rssi: -90, transmitPower: power)
        #expect(AttenuationScan.scans(of: [sighting]).count == count)
    }

    @Test("leave out sightings with an unknown signal strength", arguments: [(126, 1), (127, 0)])
    func signalStrength(rssi: Int8, count: Int) throws {
        #expect(try Self.scans([(0, rssi)]).count == count)
    }

    @Test("never have an attenuation below 0")
    func negative() throws {
        #expect(try Self.scans([(0, 10)]).map(\.attenuation) == [0])
    }

    /// The scans of one identifier that was seen at numbers of seconds after a fixed moment.
    private static func scans(_ sightings: [(seconds: Int64, rssi: Int8)]) throws -> [AttenuationScan] {
        AttenuationScan.scans(of: try sightings.map { try sighting(at: $0.seconds, rssi: $0.rssi) })
    }

    private static func sighting(
        identifier: UInt8 = 1,
        at seconds: Int64,
        rssi: Int8,
        transmitPower: Int8 = -14
    ) throws -> MatchedSighting {
        let time = UnixTime(1_600_000_000 + seconds)
        return try SampleSighting.make(identifier: identifier, time: time, rssi: rssi, transmitPower: transmitPower)
    }
}
