import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// T8: an authority, or somebody who broke into it, invents an exposure.
@Suite("Local confirmation")
struct ConfirmationTests {
    @Test("accepts the handle of a real contact, and none with a changed bit", arguments: RadioProfile.allCases)
    func bitFlips(profile: RadioProfile) throws {
        let scene = try Scene(profile)
        let (record, secret) = (scene.issued.record, scene.a.localSecret)
        #expect(record.confirms(scene.received.handle, secret: secret))
        let bytes = scene.received.handle.bytes
        #expect(bytes.count * 8 == (profile == .exact ? 544 : 672))
        for bit in 0..<bytes.count * 8 {
            #expect(!record.confirms(try TicketHandle(bytes.flipping(bit: bit)), secret: secret))
        }
    }

    @Test("accepts no handle that an authority makes up", arguments: RadioProfile.allCases)
    func invented(profile: RadioProfile) throws {
        let (scene, other) = (try Scene(profile), try Scene(profile, seed: 8))
        var generator = SeededGenerator(seed: 50)
        let record = scene.issued.record
        let noise = try TicketHandle([UInt8].drawn(TicketHandle.size(profile), using: &generator))
        #expect(!record.confirms(noise, secret: scene.a.localSecret))
        #expect(!record.confirms(other.received.handle, secret: scene.a.localSecret))
        #expect(!record.confirms(scene.received.handle, secret: other.a.localSecret))
        let later = LocalDaySecret.generate(for: Scene.interval.day.advanced(byDays: 1), using: &generator)
        #expect(!record.confirms(scene.received.handle, secret: later))
        #expect(throws: AssociationError.otherDay) { try record.grantingSessionKey(secret: later) }
    }

    @Test("reads its own ticket: when, where and to whom", arguments: RadioProfile.allCases)
    func content(profile: RadioProfile) throws {
        let scene = try Scene(profile)
        let ticket = try scene.a.localSecret.open(scene.received.handle)
        #expect(ticket.interval == Scene.interval && ticket.jurisdiction == Scene.jurisdiction)
        #expect(ticket.receiver == scene.b.issuer.clientID)
    }

    @Test("has handles of two lengths", arguments: [0, 67, 69, 83, 85])
    func lengths(count: Int) {
        #expect(throws: AssociationError.wrongLength(count)) { try TicketHandle([UInt8](repeating: 1, count: count)) }
    }
}

@Suite("Boxes of the pairwise-private profile")
struct MailboxTests {
    private func contents(_ scene: Scene) throws -> MailboxContents {
        MailboxContents(
            timeReceived: scene.time,
            myClientID: scene.b.issuer.clientID,
            details: RiskExposureDetails([try TaggedValue(code: 0x40, value: [0xC0])]),
            ticketHandle: scene.received.handle
        )
    }

    @Test("are found and opened by the issuer alone", arguments: RadioProfile.allCases)
    func issuer(profile: RadioProfile) throws {
        let (scene, other) = (try Scene(profile), try Scene(profile, seed: 8))
        var generator = SeededGenerator(seed: 60)
        let contents = try contents(scene)
        let key = scene.received.grantingSessionKey
        let record = try contents.sealed(under: key, in: Scene.interval, using: &generator)
        // The issuer kept no key. It makes it again from its log.
        let again = try scene.issued.record.grantingSessionKey(secret: scene.a.localSecret)
        #expect(again == key && MailboxHandle(grantingSessionKey: again, in: Scene.interval) == record.handle)
        let opened = try MailboxContents(opening: record.box, under: again, profile: profile)
        #expect(opened == contents)
        #expect(scene.issued.record.confirms(opened.ticketHandle, secret: scene.a.localSecret))
        #expect(throws: AssociationError.notAuthentic) {
            try MailboxContents(opening: record.box, under: other.received.grantingSessionKey, profile: profile)
        }
        for bit in 0..<record.box.count * 8 {
            #expect(throws: AssociationError.notAuthentic) {
                try MailboxContents(opening: record.box.flipping(bit: bit), under: again, profile: profile)
            }
        }
    }

    @Test("have room for their fixed fields, and at most 65 535 bytes")
    func sizes() throws {
        let handle = MailboxHandle(.init(words: (1, 2)))
        #expect(MailboxRecord.minBoxSize == 140)
        for (count, isAllowed) in [(139, false), (140, true), (65_535, true), (65_536, false)] {
            let box = [UInt8](repeating: 5, count: count)
            let record = try? MailboxRecord(handle: handle, box: box)
            #expect((record != nil) == isAllowed)
            if let record {
                #expect(try UploadRecord(parsing: record.bytes) == .mailbox(record))
            }
        }
    }
}
