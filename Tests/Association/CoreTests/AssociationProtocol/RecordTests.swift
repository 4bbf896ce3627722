import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

@Suite("Records of an upload")
struct RecordTests {
    @Test("read back as written, and no other length does", arguments: RadioProfile.allCases)
    func contact(profile: RadioProfile) throws {
        let details = RiskExposureDetails([try TaggedValue(code: 0x99, value: [1, 2, 3])])
        let record = UploadRecord.contact(try Scene(profile).event(details: details))
        let bytes = record.bytes
        #expect(try UploadRecord(parsing: bytes) == record)
        for count in 0..<bytes.count {
            #expect(throws: AssociationError.self) { try UploadRecord(parsing: bytes.prefix(count)) }
        }
        #expect(throws: AssociationError.self) { try UploadRecord(parsing: bytes + [0]) }
    }

    @Test("are refused with another version, an unknown profile, or a ticket of the other profile")
    func heads() throws {
        let bytes = try Scene(.exact).event().bytes
        for version in [0, 2, 255] as [UInt8] {
            #expect(throws: AssociationError.malformed) { try UploadRecord(parsing: [version] + bytes.dropFirst()) }
        }
        for profile in [2, 4, 255] as [UInt8] {
            #expect(throws: AssociationError.malformed) {
                try UploadRecord(parsing: [1, profile] + bytes.dropFirst(2))
            }
        }
        let late = Array(bytes.prefix(2)) + [0xFF] + bytes.dropFirst(3)
        #expect(throws: AssociationError.malformed) { try UploadRecord(parsing: late) }
    }

    @Test("of padding are zeros")
    func padding() throws {
        #expect(try UploadRecord(parsing: [1, 0]) == .padding(size: 2))
        #expect(try UploadRecord(parsing: [1, 0, 0, 0]) == .padding(size: 4))
        // Each bit of each byte.
        for size in 2...20 {
            let zeros = [1] + [UInt8](repeating: 0, count: size - 1)
            #expect(try UploadRecord(parsing: zeros) == .padding(size: size))
            for (place, bit) in (2..<size).flatMap({ place in (0..<8).map { (place, $0) } }) {
                var changed = zeros
                changed[place] = 1 << bit
                #expect(throws: AssociationError.malformed) { try UploadRecord(parsing: changed) }
            }
        }
        #expect(throws: AssociationError.wrongLength(1)) { try UploadRecord(parsing: [1]) }
    }

    @Test("have details whose digest the claim names, of at most 65 535 bytes")
    func details() throws {
        let event = try Scene(.exact).event()
        let other = RiskExposureDetails([try TaggedValue(code: 1, value: [])])
        #expect(throws: AssociationError.malformed) { try ContactEventDetails(claim: event.claim, details: other) }
        let full = try TaggedValue(code: 1, value: [UInt8](repeating: 0, count: 255))
        // 255 entries of 257 bytes are 65 535.
        let most = RiskExposureDetails(Array(repeating: full, count: 255))
        #expect(try UploadRecord(parsing: Scene(.exact).event(details: most).bytes).bytes.count == 256 + 65_535)
        let more = RiskExposureDetails(Array(repeating: full, count: 255) + other.entries)
        #expect(throws: AssociationError.malformed) { try Scene(.exact).event(details: more) }
    }

    @Test("give what was measured, and nothing for values of a wrong length")
    func measurements() throws {
        let samples = (0..<200).map { number in RSSISample(second: number * 7, rssi: -60 - Int8(number % 9)) }
        let entries = try RSSISample.entries(of: samples)
        #expect(entries.map(\.value.count) == [255, 255, 90])
        var details = RiskExposureDetails(entries)
        #expect(details.rssiSeries == samples && details.lastRSSI == nil && details.eventStart == nil)
        let scene = try Scene(.sealed)
        typealias Code = RiskExposureDetails.Code
        details = RiskExposureDetails([
            try TaggedValue(code: Code.eventStart, value: [0x5F, 0xD9, 0x14, 0x7D]),
            try TaggedValue(code: Code.eventEnd, value: [0x5F, 0xD9, 0x16]),
            try TaggedValue(code: Code.lastRSSI, value: [0xC1]),
            try TaggedValue(code: Code.peerRSSI, value: [0xC1, 0]),
            try TaggedValue(code: Code.rssiSeries, value: [0, 1, 2, 3]),
            try TaggedValue(code: Code.ticketHandle, value: scene.received.handle.bytes),
        ])
        #expect(details.eventStart == UnixTime(1_608_062_077) && details.eventEnd == nil)
        #expect(details.lastRSSI == -63 && details.peerRSSI == nil && details.rssiSeries == nil)
        #expect(details.ticketHandle == scene.received.handle)
        #expect(throws: AssociationError.malformed) { try RiskExposureDetails(parsing: [0x40, 2, 1]) }
    }
}
