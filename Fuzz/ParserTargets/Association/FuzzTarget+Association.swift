import AssociationProtocol
import ExposurePrimitives

extension FuzzTarget {
    static let association = [associationPackets, associationUploads, associationBodies]

    /// Packets and messages of both profiles on the radio; the first byte chooses.
    private static let associationPackets = FuzzTarget(
        "association-packets",
        maxSize: 513,
        words: ["\u{08}", "\u{09}", "\u{0A}", "\u{0C}", "\u{0D}", "\u{0E}"],
        seeds: {
            try RadioProfile.allCases.enumerated().flatMap { place, profile in
                try SampleMeeting(profile).messages.enumerated().map { kind, bytes in
                    [UInt8(place * SampleMeeting.kinds + kind)] + bytes
                }
            }
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 2 * SampleMeeting.kinds) else {
                return false
            }
            let profile: RadioProfile = choice < SampleMeeting.kinds ? .exact : .sealed
            guard let written = try? readMessage(rest, kind: choice % SampleMeeting.kinds, profile) else {
                return false
            }
            try require(written == rest, "a packet reads back otherwise")
            try openPackets(rest, profile)
            return true
        }
    )

    /// Records, batches, requests, lists of digests and forwarded reports; the first byte chooses.
    private static let associationUploads = FuzzTarget(
        "association-uploads",
        maxSize: 4097,
        words: ["HAAU\u{01}", "HAAR\u{01}", "HAAF\u{01}", "\u{01}\u{01}", "\u{01}\u{02}", "\u{01}\u{03}"],
        seeds: {
            let meeting = try SampleMeeting(.sealed)
            return try meeting.uploads().map { [UInt8($0.kind)] + $0.bytes }
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 5) else {
                return false
            }
            let keys = try SampleMeeting.stranger.get()
            switch choice {
            case 0:
                guard let record = try? UploadRecord(parsing: rest) else {
                    return false
                }
                try require(record.bytes == rest, "a record reads back otherwise")
            case 1:
                guard let received = try? ReceivedBatch(parsing: rest, size: rest.count) else {
                    return false
                }
                try require(UploadBatch.size(of: received.batch.records) == rest.count, "a batch has another size")
                try require(!received.isAuthentic(under: keys), "a batch of nobody is believed")
            case 2:
                guard let received = try? ReceivedRequest(parsing: rest) else {
                    return false
                }
                let again = received.request.exposedBytes(authenticatedBy: keys)
                try require(again.dropLast(32) == rest.dropLast(32), "a request reads back otherwise")
                try require(!received.isAuthentic(under: keys), "a request of nobody is believed")
            case 3:
                guard let report = try? ForwardedReport(parsing: rest) else {
                    return false
                }
                try require(report.bytes == rest, "a forwarded report reads back otherwise")
            default:
                guard let manifest = try? ReportManifest(parsing: rest) else {
                    return false
                }
                try require(manifest.bytes == rest, "a list of batches reads back otherwise")
            }
            return true
        }
    )

    /// Reads a message, and writes it again.
    private static func readMessage(_ bytes: [UInt8], kind: Int, _ profile: RadioProfile) throws -> [UInt8] {
        switch kind {
        case 0: try IdentityPacket(parsing: bytes, profile: profile).bytes
        case 1: try PeerIntroduction(parsing: bytes, profile: profile).bytes
        default: try TicketDelivery(parsing: bytes, profile: profile).bytes
        }
    }

    /// Opens whatever of a message is for a phone that its sender never met.
    private static func openPackets(_ bytes: [UInt8], _ profile: RadioProfile) throws {
        let meeting = try SampleMeeting(profile)
        if let introduction = try? PeerIntroduction(parsing: bytes, profile: profile),
            let pair = try? meeting.issuer.pair(with: introduction.identity.publicKey)
        {
            let isOwn = meeting.messages[1].suffix(introduction.seal.bytes.count) == introduction.seal.bytes[...]
            let isOpened = (try? pair.open(introduction.seal)) != nil
            try require(profile == .exact || isOwn || !isOpened, "a foreign seal is opened")
        }
        if let delivery = try? TicketDelivery(parsing: bytes, profile: profile) {
            _ = try? meeting.pairOfReceiver.open(delivery.ticket, from: meeting.issuer.clientID)
        }
    }
}
