import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

@Suite("Files of boxes")
struct BoxFileTests {
    private let key, other: AttestationSigningKey
    private static let place = Jurisdiction(country: 380, state: 9)
    private static let day = CalendarDay(daysSinceEpoch: 20_000)

    init() throws {
        key = try AttestationSigningKey(SecretBytes([UInt8](repeating: 1, count: 32)))
        other = try AttestationSigningKey(SecretBytes([UInt8](repeating: 2, count: 32)))
    }

    private static func records(_ count: Int = 512, size: Int = MailboxRecord.boxSize) throws -> [MailboxRecord] {
        try (0..<count).map { number in
            let handle = MailboxHandle(Bytes16(words: (UInt64(number), 7)))
            return try MailboxRecord(handle: handle, box: [UInt8](repeating: UInt8(number % 251), count: size))
        }
    }

    private static func file(part: Int = 1, of parts: Int = 1, records: [MailboxRecord]? = nil) throws -> BoxFile {
        try BoxFile(jurisdiction: place, day: day, part: part, of: parts, records: records ?? self.records())
    }

    private static func read(_ bytes: [UInt8], _ keys: AttestationSigningKey...) throws -> BoxFile {
        try BoxFile(parsing: bytes, signedBy: keys.map(\.verificationKey))
    }

    @Test("read back as written, with the layout of docs/association-protocol.md")
    func codec() throws {
        let file = try Self.file(part: 2, of: 3)
        let bytes = try file.bytes(signedBy: key)
        #expect(bytes.count == BoxFile.size)
        #expect(BoxFile.size == 17 + 512 * 556 + 64)
        let head = Array("HAAB".utf8) + [1, 1, 124, 0, 9, 0, 0, 78, 32, 0, 2, 0, 3]
        #expect(bytes.prefix(head.count) == head[...])
        #expect(bytes.dropFirst(head.count).prefix(16) == file.records[0].handle.bytes.bytes[...])
        #expect(try Self.read(bytes, key) == file)
    }

    @Test("are believed under the authority's key alone, and not after a change")
    func signature() throws {
        let bytes = try Self.file().bytes(signedBy: key)
        #expect(throws: AssociationError.notAuthentic) { try Self.read(bytes, other) }
        #expect(throws: AssociationError.notAuthentic) { try Self.read(bytes) }
        // After a change of the key, an app knows both.
        _ = try Self.read(bytes, other, key)
        for place in [0, 5, 9, 13, 15, 17, 40, bytes.count / 2, bytes.count - 65, bytes.count - 64, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: AssociationError.notAuthentic) { try Self.read(changed, key) }
        }
        for size in [0, 1, bytes.count - 1] {
            #expect(throws: AssociationError.wrongLength(size)) { try Self.read(Array(bytes.prefix(size)), key) }
        }
    }

    @Test("an attestation is no signature of a file, and the other way round")
    func labels() throws {
        let bytes = try Self.file().bytes(signedBy: key)
        let content = Array(bytes.dropLast(64))
        #expect(!key.verificationKey.isSignature(Array(bytes.suffix(64)), of: content))
        #expect(key.verificationKey.isSignature(Array(bytes.suffix(64)), of: Array("HAA3 boxes".utf8) + content))
    }

    @Test("have parts from 1 on, and 512 boxes of 540 bytes each")
    func limits() throws {
        for (part, parts) in [(0, 1), (2, 1), (1, 0), (1, BoxFile.maxParts + 1), (-1, 1)] {
            #expect(throws: AssociationError.malformed) { try Self.file(part: part, of: parts) }
        }
        _ = try Self.file(part: BoxFile.maxParts, of: BoxFile.maxParts)
        for count in [511, 513, 0] {
            #expect(throws: AssociationError.wrongLength(count)) { try Self.file(records: Self.records(count)) }
        }
        for size in [539, 541] {
            #expect(throws: AssociationError.wrongLength(512)) { try Self.file(records: Self.records(size: size)) }
        }
    }
}

@Suite("Details of one size")
struct PaddedDetailsTests {
    @Test("have every size from two bytes more on")
    func sizes() throws {
        let details = RiskExposureDetails([try TaggedValue(code: 0x80, value: [0, 0, 200])])
        #expect(try details.padded(to: 5) == details)
        for size in 7...1100 {
            let padded = try details.padded(to: size)
            #expect(padded.bytes.count == size)
            #expect(padded.rssiSeries == details.rssiSeries)
            #expect(try RiskExposureDetails(parsing: padded.bytes) == padded)
        }
        for size in [0, 4, 6] {
            #expect(throws: AssociationError.wrongLength(5)) { try details.padded(to: size) }
        }
    }

    @Test("bring each box to 540 bytes, with up to 119 samples and a transmit power", arguments: RadioProfile.allCases)
    func boxes(profile: RadioProfile) throws {
        for count in 0...119 {
            let samples = (0..<count).map { RSSISample(second: UInt16($0), rssi: -60) }
            let contents = MailboxContents(
                timeReceived: UnixTime(1000),
                myClientID: ClientID(Bytes32(hashing: [1])),
                details: RiskExposureDetails(
                    try RSSISample.entries(of: samples) + [
                        TaggedValue(code: RiskExposureDetails.Code.transmitPower, value: [0xF1])
                    ]
                ),
                ticketHandle: try TicketHandle([UInt8](repeating: 1, count: TicketHandle.size(profile)))
            )
            let key = try SessionKey(SecretBytes([UInt8](repeating: 2, count: 16)))
            let interval = AssociationInterval(5)
            let seed = SecretBytes([UInt8](repeating: 3, count: 32))
            let record = try contents.padded().sealed(under: key, in: interval, seed: seed)
            #expect(record.box.count == MailboxRecord.boxSize)
            #expect(try contents.padded().sealed(under: key, in: interval, seed: seed) == record)
            let opened = try MailboxContents(opening: record.box, under: key, profile: profile)
            #expect(opened.details.rssiSeries == samples && opened.details.transmitPower == -15)
        }
    }
}
