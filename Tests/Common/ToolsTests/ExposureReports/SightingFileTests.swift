import ExposurePrimitives
import ExposureReports
import GAENCore
import Testing

@Suite("A file of sightings")
struct SightingFileTests {
    private static let head = "identifier,metadata,rssi,time,previous_scan"

    @Test("is read back as it was written", arguments: SightingFile.Format.allCases)
    func roundTrip(format: SightingFile.Format) throws {
        for seed in 0..<50 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let count = Int.random(in: 0...20, using: &generator)
            let sightings = try (0..<count).map { _ in try Self.random(using: &generator) }
            let read = try SightingFile.parse(SightingFile.encode(sightings, as: format))
            // A capture is ordered by day, identifier and time.
            #expect(format == .capture ? Set(read) == Set(sightings) : read == sightings)
            #expect(read.count == sightings.count)
        }
    }

    @Test("may be a capture from the field, including a record's older fields")
    func capture() throws {
        // Day 18426 and an identifier received in June 2020: time 1592044860, RSSI −57, metadata 919c3296.
        let key = "47fa" + "1b013a80678747f73b140e8e3e46a3aa"
        let older = "0a17" + "08bcda92f705" + "18c7ffffffffffffffff01" + "2204919c3296"
        let newer = "0a0f" + "08bcda92f705" + "1201c7" + "3204919c3296"
        let common = "0a09" + "08bcda92f705" + "1201c7" + "1204919c3296"
        for value in [older, newer, common] {
            let sightings = try SightingFile.parse(Array("\(key) \(value)\n".utf8))
            let sighting = try #require(sightings.first)
            #expect(sightings.count == 1)
            #expect(Hex.encode(sighting.identifier.bytes) == "1b013a80678747f73b140e8e3e46a3aa")
            #expect(Hex.encode(sighting.metadata.bytes) == "919c3296")
            #expect((sighting.rssi, sighting.time, sighting.previousScan) == (-57, UnixTime(1_592_044_860), nil))
        }
    }

    @Test("treats a previous scan at second 0 as unknown")
    func unknownScan() throws {
        let line = "00112233445566778899aabbccddeeff,40f20000,-60,1600000000,0"
        let sightings = try Self.parse("\(Self.head)\r\n\(line)\r\n")
        #expect(sightings.map(\.previousScan) == [nil])
    }

    @Test("may begin with a byte order mark, as spreadsheets write it")
    func byteOrderMark() throws {
        let line = "00112233445566778899aabbccddeeff,40f20000,-60,1600000000,"
        #expect(try Self.parse("\u{FEFF}\(Self.head)\n\(line)\n").count == 1)
    }

    private static let badLines = [
        "00112233445566778899aabbccddee,40f20000,-60,1600000000,",
        "00112233445566778899aabbccddeeff,40f200,-60,1600000000,",
        "00112233445566778899aabbccddeeff,40f20000,-129,1600000000,",
        "00112233445566778899aabbccddeeff,40f20000,-60,4294967296,",
        "00112233445566778899aabbccddeeff,40f20000,-60,-1,",
        "00112233445566778899aabbccddeeff,40f20000,-60,1600000000,x",
        "00112233445566778899aabbccddeeff,40f20000,-60,1600000000",
    ]

    @Test("is refused with its line if a field is impossible", arguments: badLines)
    func badLine(line: String) {
        let error = #expect(throws: SightingFileError.self) { try Self.parse("\(Self.head)\n\(line)\n") }
        #expect(error?.line == 2)
    }

    private static let otherTexts = ["[{}]", "[{\"rssi\": 1}", "hello", "47fa 00", "\u{0}", "[1]", "[{\"colour\": 1}]"]

    @Test("is refused if it is not a file of sightings", arguments: otherTexts)
    func garbage(text: String) {
        #expect(throws: SightingFileError.self) { try Self.parse(text) }
    }

    @Test("never traps on a capture that was truncated or altered")
    func mutations() throws {
        var generator = SeededGenerator(seed: 3)
        let whole = SightingFile.encode([try Self.random(using: &generator)], as: .capture)
        for _ in 0..<3000 {
            var bytes = whole
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                Array("0123456789abcdef ".utf8).randomElement(using: &generator) ?? 0
            bytes.removeLast(Int.random(in: 0...4, using: &generator))
            _ = try? SightingFile.parse(bytes)
        }
    }

    private static func parse(_ text: String) throws -> [Sighting] {
        try SightingFile.parse(Array(text.utf8))
    }

    private static func random(using generator: inout SeededGenerator) throws -> Sighting {
        let time = Int64.random(in: 1...Int64(UInt32.max), using: &generator)
        let metadata = (0..<4).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Sighting(
            identifier: RollingProximityIdentifier(Bytes16.random(using: &generator)),
            metadata: try #require(EncodedMetadata(metadata)),
            rssi: Int8.random(in: Int8.min...Int8.max, using: &generator),
            time: UnixTime(time),
            previousScan: Bool.random(using: &generator) ? UnixTime(max(1, time - 300)) : nil
        )
    }
}
