public import ExposurePrimitives
public import HeraldPayloads

/// A part of the boxes that an authority publishes on one day, for all phones. All parts have ``size`` bytes: boxes
/// that nobody can open fill the last one, so no file tells how many contacts were reported.
public struct BoxFile: Hashable, Sendable {
    public let jurisdiction: Jurisdiction
    /// The day of the publication.
    public let day: CalendarDay
    /// From 1 to ``parts``.
    public let part: Int
    public let parts: Int
    /// ``boxCount`` of them, in the order of their handles.
    public let records: [MailboxRecord]

    /// - Throws: `malformed` for a part that does not exist or a day before 1970; `wrongLength` for another number of
    ///   boxes or another size of one.
    public init(
        jurisdiction: Jurisdiction,
        day: CalendarDay,
        part: Int,
        of parts: Int,
        records: [MailboxRecord]
    ) throws(AssociationError) {
        guard (1...Self.maxParts).contains(parts), (1...parts).contains(part),
            UInt32(exactly: day.daysSinceEpoch) != nil
        else {
            throw .malformed
        }
        guard records.count == Self.boxCount, records.allSatisfy({ $0.box.count == MailboxRecord.boxSize }) else {
            throw .wrongLength(records.count)
        }
        self.jurisdiction = jurisdiction
        self.day = day
        self.part = part
        self.parts = parts
        self.records = records
    }

    /// `HAAB` ‖ version 1 ‖ country 2 ‖ state 2 ‖ day since 1970 4 ‖ part 2 ‖ parts 2 ‖ 512 times: handle 16 ‖ box 540.
    private var content: [UInt8] {
        let numbers = [UInt8](UInt32(clamping: day.daysSinceEpoch)) + [part, parts].flatMap { [UInt8](UInt16($0)) }
        let head = Self.magic + [Self.version] + jurisdiction.bytes + numbers
        return head + records.flatMap { $0.handle.bytes.bytes + $0.box }
    }

    /// The file: its content, and an Ed25519 signature of 64 bytes over `HAA3 boxes` ‖ content.
    public func bytes(signedBy key: AttestationSigningKey) throws(AssociationError) -> [UInt8] {
        let content = content
        return content + (try key.signature(of: Self.label + content))
    }

    /// - Parameter keys: of the authority; one of them has to be the signer's.
    /// - Throws: `notAuthentic` if none is.
    public init(parsing bytes: [UInt8], signedBy keys: [AttestationVerificationKey]) throws(AssociationError) {
        guard bytes.count == Self.size else {
            throw .wrongLength(bytes.count)
        }
        let content = Array(bytes.dropLast(IdentityAttestation.size))
        let signature = Array(bytes.suffix(IdentityAttestation.size))
        guard keys.contains(where: { $0.isSignature(signature, of: Self.label + content) }) else {
            throw .notAuthentic
        }
        try self.init(content: content)
    }

    private init(content: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(content, failure: AssociationError.wrongLength(content.count))
        guard try reader.readBytes(Self.magic.count) == Self.magic, try reader.read(UInt8.self) == Self.version else {
            throw .malformed
        }
        let country = try reader.read(UInt16.self)
        let jurisdiction = Jurisdiction(country: country, state: try reader.read(UInt16.self))
        let day = CalendarDay(daysSinceEpoch: Int(try reader.read(UInt32.self)))
        let part = Int(try reader.read(UInt16.self))
        let parts = Int(try reader.read(UInt16.self))
        var records: [MailboxRecord] = []
        records.reserveCapacity(Self.boxCount)
        for _ in 0..<Self.boxCount {
            guard let handle = Bytes16(try reader.readBytes(Bytes16.count)) else {
                throw .malformed
            }
            let box = try reader.readBytes(MailboxRecord.boxSize)
            records.append(try MailboxRecord(handle: MailboxHandle(handle), box: box))
        }
        try self.init(jurisdiction: jurisdiction, day: day, part: part, of: parts, records: records)
    }

    /// Boxes of a part.
    public static let boxCount = 512
    /// Two million boxes of one day.
    public static let maxParts = 4096
    /// Bytes of every part.
    public static let size =
        magic.count + 1 + 4 + 4 + 2 + 2 + boxCount * (Bytes16.count + MailboxRecord.boxSize) + IdentityAttestation.size

    private static let magic = Array("HAAB".utf8)
    private static let version: UInt8 = 1
    private static let label = Array("HAA3 boxes".utf8)
}

extension MailboxRecord {
    /// A box that nobody can open, for the room of a part that no report fills.
    public static func filler(using generator: inout some RandomNumberGenerator) -> MailboxRecord {
        let box = SecretBytes.random(count: boxSize, using: &generator).exposedBytes
        let handle = MailboxHandle(.random(using: &generator))
        do throws(AssociationError) {
            return try MailboxRecord(handle: handle, box: box)
        } catch {
            preconditionFailure("a box of this size is possible")
        }
    }
}
