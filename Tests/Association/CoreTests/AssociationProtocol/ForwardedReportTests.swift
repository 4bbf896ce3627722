import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

@Suite("Reports that one authority forwards to another")
struct ForwardedReportTests {
    private static func contact(_ profile: RadioProfile, scans: Int = 2) throws -> ForwardedContact {
        let claim = try Scene(profile).event().claim
        return try ForwardedContact(
            claim: claim,
            received: claim.timeReceived.advanced(bySeconds: 5000),
            handle: profile == .exact ? nil : TicketHandle([UInt8](repeating: 7, count: 84)),
            scans: [MeasuredScan](repeating: MeasuredScan(attenuation: 55, seconds: 60), count: scans)
        )
    }

    private static func report(_ contacts: [ForwardedContact]) throws -> ForwardedReport {
        ForwardedReport(
            number: try #require(Bytes16([UInt8](repeating: 9, count: 16))),
            origin: Jurisdiction(country: 380, state: 12),
            destination: Jurisdiction(country: 250, state: 0),
            contacts: contacts
        )
    }

    @Test("read back as written, and no other length does")
    func codec() throws {
        let report = try Self.report(RadioProfile.allCases.map { try Self.contact($0) })
        let bytes = report.bytes
        #expect(try ForwardedReport(parsing: bytes) == report)
        for count in 0..<bytes.count {
            #expect(throws: AssociationError.self) { try ForwardedReport(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: AssociationError.self) { try ForwardedReport(parsing: bytes + [0]) }
    }

    @Test("have the layout of docs/association-protocol.md")
    func layout() throws {
        let contact = try Self.contact(.sealed)
        let bytes = try Self.report([contact]).bytes
        let head = Array("HAAF".utf8) + [1] + [UInt8](repeating: 9, count: 16) + [1, 124, 0, 12, 0, 250, 0, 0, 0, 1]
        #expect(bytes.prefix(head.count) == head[...])
        let size = bytes.dropFirst(head.count).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let fixed = 8 + 8 + 32 + 32 + 2 + 104 + 112 + 32
        #expect(size == fixed + 1 + 84 + 2 + 2 * 3)
        #expect(bytes.count == head.count + 4 + size)
        let tail: [UInt8] = [0, 2, 55, 0, 60, 55, 0, 60]
        #expect(bytes.suffix(tail.count) == tail[...])
    }

    @Test("have 1 to 8192 contacts, of at most 900 scans each")
    func limits() throws {
        #expect(throws: AssociationError.malformed) { try ForwardedReport(parsing: Self.report([]).bytes) }
        let one = try Self.contact(.exact, scans: 0)
        for (count, isRead) in [(8192, true), (8193, false)] {
            let bytes = try Self.report([ForwardedContact](repeating: one, count: count)).bytes
            #expect((try? ForwardedReport(parsing: bytes))?.contacts.count == (isRead ? count : nil))
        }
        #expect(try ForwardedContact(parsing: Self.contact(.sealed, scans: 900).bytes).scans.count == 900)
        #expect(throws: AssociationError.wrongLength(901)) { try Self.contact(.sealed, scans: 901) }
        var bytes = try Self.contact(.exact, scans: 0).bytes
        bytes.replaceSubrange(bytes.count - 2..<bytes.count, with: [0x03, 0x85])
        bytes += [UInt8](repeating: 0, count: 901 * 3)
        #expect(throws: AssociationError.malformed) { try ForwardedContact(parsing: bytes) }
    }

    @Test("never trap, whatever bytes come")
    func anyBytes() throws {
        var generator = SeededGenerator(seed: 5)
        let genuine = try Self.report([Self.contact(.sealed)]).bytes
        for _ in 0..<2000 {
            var bytes = genuine
            for _ in 0..<4 {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            if let report = try? ForwardedReport(parsing: bytes) {
                #expect(report.bytes == bytes)
            }
        }
    }

    @Test("carry no more of the details than measurements and handle")
    func details() throws {
        let text = Array("Galaxy A10 of Anna".utf8)
        let samples = try RSSISample.entries(of: [RSSISample(second: 0, rssi: -61)])
        let handle = [UInt8](repeating: 3, count: 84)
        let others = try [
            TaggedValue(code: RiskExposureDetails.Code.phoneModel, value: text),
            TaggedValue(code: RiskExposureDetails.Code.ticketHandle, value: handle),
        ]
        let event = try Scene(.sealed).event(details: RiskExposureDetails(samples + others))
        let contact = ForwardedContact(event, received: UnixTime(0))
        #expect(contact.handle?.bytes == handle)
        #expect(contact.scans == [MeasuredScan(attenuation: 61, seconds: 60)])
        #expect(!String(decoding: contact.bytes, as: UTF8.self).contains("Galaxy"))
        #expect(contact.claim == event.claim)
    }
}
