import AssociationProtocol
import HeraldPayloads
import Testing

@Suite("The attenuation of a contact")
struct MeasurementTests {
    /// - Parameters:
    ///   - rssi: what the reporting phone claims.
    ///   - observed: what the issuer measured; nil in the exact profile.
    private static func attenuation(
        rssi: Int8,
        observed: Int8?,
        issuerPower: Int8? = nil,
        reporterPower: Int8? = nil
    ) throws -> Int? {
        let samples = [-1, 0, 1].map { RSSISample(second: UInt16(60 * ($0 + 1)), rssi: rssi + $0) }
        let power = try reporterPower.map { power in
            try TaggedValue(code: RiskExposureDetails.Code.transmitPower, value: [UInt8(bitPattern: power)])
        }
        let details = RiskExposureDetails(try RSSISample.entries(of: samples) + [power].compactMap(\.self))
        #expect(details.transmitPower == reporterPower)
        let observation = try observed.map { rssi in
            try IssuerObservation(rssi: rssi, district: [0, 0, 0, 0], transmitPower: issuerPower)
        }
        let measured = ContactMeasurement(details).weakened(by: observation, reporterPower: details.transmitPower)
        // The series keeps its form: tests for one radio behind two accounts compare it.
        let scans = measured.scans.map { Int($0.attenuation) }
        #expect(scans[0] - scans[1] == 1 && scans[1] - scans[2] == 1)
        return measured.meanAttenuation
    }

    @Test(
        "is that of the weaker signal, and without the issuer's own measurement that of a weak contact",
        arguments: [
            (-70, -70, 55), (-60, -70, 55), (-70, -60, 55), (-60, 127, 62), (-60, -100, 62), (-60, -99, 84),
            (-60, -9, 45), (-60, nil, 62),
            (-80, nil, 65), (-80, 127, 65),
        ] as [(Int8, Int8?, Int)]
    )
    func weaker(rssi: Int8, observed: Int8?, expected: Int) throws {
        #expect(try Self.attenuation(rssi: rssi, observed: observed) == expected)
    }

    @Test(
        "counts from the powers that the two phones state, and none below the weakest model",
        arguments: [
            (-10, -10, 60), (-10, -15, 60), (-15, -10, 60), (-20, -20, 50), (-20, -15, 55), (-21, -21, 50),
            (-50, -50, 50), (-128, -128, 50), (127, -15, 197), (-15, 127, 197),
        ] as [(Int8, Int8, Int)]
    )
    func powers(issuer: Int8, reporter: Int8, expected: Int) throws {
        let found = try Self.attenuation(rssi: -70, observed: -70, issuerPower: issuer, reporterPower: reporter)
        #expect(found == expected)
    }

    @Test(
        "a sample counts until the next one, up to five minutes, and the last one a minute at least",
        arguments: [
            ([0], [60]), ([0, 1], [1, 60]), ([0, 300], [300, 300]), ([0, 301], [300, 300]), ([5, 5], [0, 60]),
            ([60, 0], [60, 60]), ([0, 300, 600, 900], [300, 300, 300, 0]),
        ] as [([UInt16], [UInt16])]
    )
    func lengths(seconds: [UInt16], expected: [UInt16]) throws {
        let samples = seconds.map { RSSISample(second: $0, rssi: -60) }
        let measured = ContactMeasurement(RiskExposureDetails(try RSSISample.entries(of: samples)))
        #expect(measured.scans.map(\.seconds) == expected)
    }

    @Test(
        "a ticket carries the power of its issuer, and the flag that says so",
        arguments: [nil, -20, 0, 127] as [Int8?]
    )
    func ticket(power: Int8?) throws {
        let seen = try IssuerObservation(rssi: -60, district: [1, 2, 3, 4], transmitPower: power, flags: 0x81)
        #expect(seen.transmitPower == power && seen.flags == 0x80)
    }
}
