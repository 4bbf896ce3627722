import ExposurePrimitives
import GAENCore
import Testing

@Suite("Temporary Exposure Keys")
struct TemporaryExposureKeyTests {
    @Test("have a rolling period from 1 to 144")
    func rollingPeriods() throws {
        for period in [1, 144] {
            #expect(throws: Never.self) { try key(period: period) }
        }
        for period in [Int.min, -1, 0, 145, .max] {
            #expect(throws: TemporaryExposureKey.KeyError.rollingPeriodOutOfRange(period)) { try key(period: period) }
        }
    }

    @Test("have sixteen bytes", arguments: [0, 15, 17, 96])
    func length(count: Int) {
        #expect(throws: TemporaryExposureKey.KeyError.wrongLength(count)) {
            try TemporaryExposureKey.KeyData([UInt8](repeating: 0, count: count))
        }
    }

    @Test("do not extend beyond the last interval")
    func lastInterval() {
        #expect(throws: Never.self) { try key(start: .max - 144, period: 144) }
        let error = TemporaryExposureKey.KeyError.windowPastLastInterval
        #expect(throws: error) { try key(start: .max - 143, period: 144) }
    }

    @Test("cover exactly their window")
    func window() throws {
        let key = try key(start: 1000, period: 10)
        #expect([999, 1000, 1009, 1010].map { key.covers(IntervalNumber($0)) } == [false, true, true, false])
        #expect(key.windowEnd == UnixTime(606_000))
        #expect(key.identifiers().map(\.interval.rawValue) == Array(1000..<1010))
    }

    @Test("are believed until their embargo ends, two hours after the window")
    func embargo() throws {
        let key = try key(start: 1000, period: 10)
        let end = key.windowEnd.advanced(bySeconds: TemporaryExposureKey.embargo)
        #expect(TemporaryExposureKey.embargo == 7200)
        #expect(MatchingTolerance.allows(end.advanced(bySeconds: -1), for: IntervalNumber(1009)))
        #expect(!MatchingTolerance.allows(end, for: IntervalNumber(1009)))
    }

    @Test("are made for the whole UTC day, from the given generator")
    func generation() throws {
        var (generator, again) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
        let key = try TemporaryExposureKey.generate(forDayOf: IntervalNumber(2_642_975), using: &generator)
        #expect(key.rollingStart == IntervalNumber(2_642_832))
        #expect(key.rollingPeriod == 144)
        #expect(key.keyData == TemporaryExposureKey.KeyData(Bytes16.random(using: &again)))
    }

    @Test("never print their bytes")
    func redaction() throws {
        let bytes = Array(UInt8(200)..<216)
        let key = try TemporaryExposureKey(bytes, start: 1, period: 1)
        let diagnosis = DiagnosisKey(key: key, transmissionRiskLevel: 1)
        var dumped = ""
        dump(diagnosis, to: &dumped)
        let derived = DerivedKeys(of: key.keyData)
        for text in ["\(key)", "\(diagnosis)", String(reflecting: diagnosis), dumped, "\(derived)"] {
            #expect(![Hex.encode(bytes), "200, 201", "c8c9"].contains { text.contains($0) }, "\(text)")
        }
        #expect("\(key.keyData)" == "<redacted>")
        #expect(Mirror(reflecting: key.keyData).children.isEmpty)
    }

    @discardableResult
    private func key(start: UInt32 = 0, period: Int) throws(TemporaryExposureKey.KeyError) -> TemporaryExposureKey {
        try TemporaryExposureKey([UInt8](repeating: 1, count: 16), start: start, period: period)
    }
}

@Suite("Metadata of beacons")
struct BroadcastMetadataTests {
    @Test("every transmit power is written and read back", arguments: [Int8.min, -24, -14, -1, 0, 8, .max])
    func transmitPower(power: Int8) {
        let metadata = BroadcastMetadata(BroadcastMetadata(transmitPower: power).encoded)
        #expect(metadata.transmitPower == power)
        #expect((metadata.majorVersion, metadata.minorVersion) == (1, 0))
    }

    @Test("version 1.1 has a calibration confidence; reserved bits are ignored")
    func version() throws {
        let metadata = BroadcastMetadata(try #require(EncodedMetadata([0x5F, 0xF2, 0xAA, 0xBB])))
        #expect((metadata.majorVersion, metadata.minorVersion) == (1, 1))
        #expect(metadata.calibrationConfidence == 3)
        #expect(metadata.transmitPower == -14)
        #expect(metadata.encoded.bytes == [0x5C, 0xF2, 0, 0])
    }

    @Test("version 1.1 is written with two bits of its confidence", arguments: [(0, 0x50), (3, 0x5C), (4, 0x50)])
    func confidence(value: UInt8, first: UInt8) {
        let metadata = BroadcastMetadata(transmitPower: -14, calibrationConfidence: value)
        #expect(metadata.encoded.bytes == [first, 0xF2, 0, 0])
    }

    @Test("are exactly four bytes", arguments: [0, 3, 4, 5])
    func length(count: Int) {
        #expect((EncodedMetadata([UInt8](repeating: 0, count: count)) != nil) == (count == 4))
    }
}
