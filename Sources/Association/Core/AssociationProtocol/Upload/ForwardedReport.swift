public import ExposurePrimitives
public import HeraldPayloads

/// The contacts of one report with phones of another authority, as the reporting phone's authority sends them there.
public struct ForwardedReport: Hashable, Sendable {
    /// Random. The same report with the same number is taken once.
    public let number: Bytes16
    /// The authority that the report was made to.
    public let origin: Jurisdiction
    /// The authority of the phones that were met.
    public let destination: Jurisdiction
    public let contacts: [ForwardedContact]

    public init(number: Bytes16, origin: Jurisdiction, destination: Jurisdiction, contacts: [ForwardedContact]) {
        self.number = number
        self.origin = origin
        self.destination = destination
        self.contacts = contacts
    }

    /// `HAAF` ‖ version 1 ‖ number 16 ‖ origin 4 ‖ destination 4 ‖ count 2 ‖ contacts behind four bytes of length.
    public var bytes: [UInt8] {
        let places = origin.bytes + destination.bytes
        let head = Self.magic + [Self.version] + number.bytes + places + [UInt8](UInt16(clamping: contacts.count))
        return head + contacts.flatMap { [UInt8](UInt32(clamping: $0.bytes.count)) + $0.bytes }
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.readBytes(Self.magic.count) == Self.magic,
            try reader.read(UInt8.self) == Self.version,
            let number = Bytes16(try reader.readBytes(Bytes16.count))
        else {
            throw .malformed
        }
        let origin = try Jurisdiction(reading: &reader)
        let destination = try Jurisdiction(reading: &reader)
        let count = Int(try reader.read(UInt16.self))
        guard (1...Self.maxContacts).contains(count) else {
            throw .malformed
        }
        var contacts: [ForwardedContact] = []
        for _ in 0..<count {
            let size = Int(try reader.read(UInt32.self))
            contacts.append(try ForwardedContact(parsing: reader.readBytes(size)))
        }
        try reader.readEnd()
        self.init(number: number, origin: origin, destination: destination, contacts: contacts)
    }

    private static let magic = Array("HAAF".utf8)
    private static let version: UInt8 = 1
    /// A report has room for fewer, however small its records are.
    public static let maxContacts = 8192
    /// Bytes that a report can have, at most. A forwarded contact is hardly longer than the record that it came in.
    public static let maxSize = 4 << 20
    /// From the head alone on.
    public static let sizes = magic.count + 1 + Bytes16.count + 8 + 2...maxSize
}

/// One contact of a ``ForwardedReport``: the claim, when the first authority received it, and what was measured. The
/// rest of the details stays with the first authority.
public struct ForwardedContact: Hashable, Sendable {
    public let claim: ContactClaim
    /// When the first authority received the record. The authenticator is compared with it.
    public let received: UnixTime
    /// With which the issuer's phone confirms the alert.
    public let handle: TicketHandle?
    /// What the reporting phone measured, up to ``maxScans``.
    public let scans: [MeasuredScan]

    /// - Throws: `wrongLength` for more than ``maxScans`` scans.
    public init(
        claim: ContactClaim,
        received: UnixTime,
        handle: TicketHandle?,
        scans: [MeasuredScan]
    ) throws(AssociationError) {
        guard scans.count <= Self.maxScans else {
            throw .wrongLength(scans.count)
        }
        self.claim = claim
        self.received = received
        self.handle = handle
        self.scans = scans
    }

    /// The contact of a record, without those measurements that have no room.
    public init(_ event: ContactEventDetails, received: UnixTime) {
        claim = event.claim
        self.received = received
        handle = event.details.ticketHandle
        scans = Array(ContactMeasurement(event.details).scans.prefix(Self.maxScans))
    }

    /// Time 8 ‖ received 8 ‖ MyClientID 32 ‖ ObservedClientID 32 ‖ CTSTicket ‖ Authenticator 112 ‖ digest of details 32
    /// ‖ handle ‖ scans. The ticket is behind two bytes of length, the handle behind one, the scans of three bytes
    /// behind two of count.
    public var bytes: [UInt8] {
        let times = [claim.timeReceived, received].flatMap { [UInt8](UInt64(clamping: $0.seconds)) }
        let identifiers = claim.myClientID.exposedBytes + claim.observedClientID.exposedBytes
        let ticket = [UInt8](UInt16(clamping: claim.ticket.bytes.count)) + claim.ticket.bytes
        let proof = claim.authenticator.bytes + claim.detailsDigest.bytes
        let handle = handle?.bytes ?? []
        let measured = [UInt8](UInt16(clamping: scans.count)) + scans.flatMap(\.bytes)
        return times + identifiers + ticket + proof + [UInt8(clamping: handle.count)] + handle + measured
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        let time = try UnixTime(reading: &reader)
        let received = try UnixTime(reading: &reader)
        let myClientID = try ClientID(reader.readBytes(Bytes32.count))
        let observedClientID = try ClientID(reader.readBytes(Bytes32.count))
        let ticket = try CTSTicket(reader.readBytes(Int(try reader.read(UInt16.self))))
        let authenticator = try SealedAuthenticator(reader.readBytes(SealedAuthenticator.size))
        guard let digest = Bytes32(try reader.readBytes(Bytes32.count)) else {
            throw .malformed
        }
        let handle = try reader.readBytes(Int(try reader.read(UInt8.self)))
        let count = Int(try reader.read(UInt16.self))
        guard count <= Self.maxScans, let scans = MeasuredScan.list(parsing: reader.readRest()), scans.count == count
        else {
            throw .malformed
        }
        try self.init(
            claim: ContactClaim(
                timeReceived: time,
                myClientID: myClientID,
                ticket: ticket,
                authenticator: authenticator,
                observedClientID: observedClientID,
                detailsDigest: digest
            ),
            received: received,
            handle: handle.isEmpty ? nil : TicketHandle(handle),
            scans: scans
        )
    }

    /// One for each second of an interval.
    public static let maxScans = 900
}

extension Jurisdiction {
    fileprivate init(reading reader: inout ByteReader<AssociationError>) throws(AssociationError) {
        let country = try reader.read(UInt16.self)
        self.init(country: country, state: try reader.read(UInt16.self))
    }
}

extension UnixTime {
    fileprivate init(reading reader: inout ByteReader<AssociationError>) throws(AssociationError) {
        guard let seconds = Int64(exactly: try reader.read(UInt64.self)) else {
            throw AssociationError.malformed
        }
        self.init(seconds)
    }
}
