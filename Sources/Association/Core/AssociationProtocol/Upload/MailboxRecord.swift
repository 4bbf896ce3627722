public import ExposurePrimitives
import HeraldPayloads

/// A contact in the pairwise-private profile: a handle that only the issuer knows, and a box that only it can open. The
/// authority learns neither who met nor when.
public struct MailboxRecord: Hashable, Sendable {
    public let handle: MailboxHandle
    public let box: [UInt8]

    /// - Throws: `wrongLength` for a box without room for its fixed fields, or with more than 65 535 bytes.
    public init(handle: MailboxHandle, box: [UInt8]) throws(AssociationError) {
        guard (Self.minBoxSize...Int(UInt16.max)).contains(box.count) else {
            throw .wrongLength(box.count)
        }
        self.handle = handle
        self.box = box
    }

    /// Version ‖ profile ‖ handle 16 ‖ box behind two bytes of length.
    public var bytes: [UInt8] {
        [UploadRecord.version, RecordProfile.pairwisePrivate.rawValue] + handle.bytes.bytes
            + [UInt8](UInt16(clamping: box.count)) + box
    }

    /// Reads what follows version and profile.
    init(reading reader: inout ByteReader<AssociationError>) throws(AssociationError) {
        guard let handle = Bytes16(try reader.readBytes(Bytes16.count)) else {
            throw .malformed
        }
        let size = Int(try reader.read(UInt16.self))
        try self.init(handle: MailboxHandle(handle), box: reader.readBytes(size))
    }

    /// Time, ClientID and the shorter of the handles, sealed.
    public static let minBoxSize = 8 + Bytes32.count + TicketHandle.size(.exact) + KerberosCipher.overhead
    /// Bytes of every box of a report: room for the measurements of a whole interval. Padding in the details fills it,
    /// so the size of a box tells nothing.
    public static let boxSize = 540
}

/// The name of a contact for the two phones that had it.
public struct MailboxHandle: Hashable, Sendable {
    public let bytes: Bytes16

    public init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// The handle under which a report about this ticket would be published.
    public init(grantingSessionKey key: SessionKey, in interval: AssociationInterval) {
        let message = Array("HAA mailbox".utf8) + interval.startBytes
        let tag = Derivation.authenticate(message, under: key.bytes)
        guard let bytes = Bytes16(tag.prefix(Bytes16.count)) else {
            preconditionFailure("an HMAC of SHA-256 has 32 bytes")
        }
        self.bytes = bytes
    }
}

/// What is in the box of a ``MailboxRecord``.
public struct MailboxContents: Hashable, Sendable {
    public let timeReceived: UnixTime
    /// The ClientID of the phone that reports, as given to the issuer.
    public let myClientID: ClientID
    public let details: RiskExposureDetails
    public let ticketHandle: TicketHandle

    public init(
        timeReceived: UnixTime,
        myClientID: ClientID,
        details: RiskExposureDetails,
        ticketHandle: TicketHandle
    ) {
        self.timeReceived = timeReceived
        self.myClientID = myClientID
        self.details = details
        self.ticketHandle = ticketHandle
    }

    /// The record for an upload, encrypted under the TGSSessionKey.
    public func sealed(
        under key: SessionKey,
        in interval: AssociationInterval,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> MailboxRecord {
        try sealed(under: key, in: interval, confounder: Bytes16.random(using: &generator))
    }

    /// The same with details that fill a box of ``MailboxRecord/boxSize``.
    ///
    /// - Throws: `wrongLength` if the details are too long.
    public func padded() throws(AssociationError) -> MailboxContents {
        let fixed = 8 + Bytes32.count + ticketHandle.bytes.count + KerberosCipher.overhead
        return MailboxContents(
            timeReceived: timeReceived,
            myClientID: myClientID,
            details: try details.padded(to: MailboxRecord.boxSize - fixed),
            ticketHandle: ticketHandle
        )
    }

    /// The record for an upload, with random bytes that follow from a secret of the report. A report that is sent again
    /// has the same records.
    public func sealed(
        under key: SessionKey,
        in interval: AssociationInterval,
        seed: SecretBytes
    ) throws(AssociationError) -> MailboxRecord {
        let handle = MailboxHandle(grantingSessionKey: key, in: interval)
        let drawn = Derivation.authenticate(Array("HAA box".utf8) + handle.bytes.bytes, under: seed)
        guard let confounder = Bytes16(drawn.prefix(Bytes16.count)) else {
            preconditionFailure("an HMAC of SHA-256 has 32 bytes")
        }
        return try sealed(under: key, in: interval, confounder: confounder)
    }

    func sealed(
        under key: SessionKey,
        in interval: AssociationInterval,
        confounder: Bytes16
    ) throws(AssociationError) -> MailboxRecord {
        let time = [UInt8](UInt64(clamping: timeReceived.seconds))
        let content = time + myClientID.exposedBytes + details.bytes + ticketHandle.bytes
        return try MailboxRecord(
            handle: MailboxHandle(grantingSessionKey: key, in: interval),
            box: KerberosCipher(base: key.bytes, usage: .pairwiseDetails).seal(content, confounder: confounder)
        )
    }

    /// Opens a box of this phone's own ticket.
    ///
    /// - Parameter profile: the one in which the ticket was issued.
    /// - Throws: `notAuthentic` unless the receiver of the ticket made the box.
    public init(opening box: [UInt8], under key: SessionKey, profile: RadioProfile) throws(AssociationError) {
        let content = try KerberosCipher(base: key.bytes, usage: .pairwiseDetails).open(box)
        var reader = ByteReader(content, failure: AssociationError.wrongLength(content.count))
        let seconds = try reader.read(UInt64.self)
        let clientID = try ClientID(reader.readBytes(Bytes32.count))
        let detailsSize = reader.remainingCount - TicketHandle.size(profile)
        let details = try RiskExposureDetails(parsing: reader.readBytes(detailsSize))
        guard let time = Int64(exactly: seconds) else {
            throw .malformed
        }
        self.init(
            timeReceived: UnixTime(time),
            myClientID: clientID,
            details: details,
            ticketHandle: try TicketHandle(reader.readRest())
        )
    }
}
