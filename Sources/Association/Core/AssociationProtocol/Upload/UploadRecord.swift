import HeraldPayloads

/// One record of a batch.
public enum UploadRecord: Hashable, Sendable {
    case contact(ContactEventDetails)
    case mailbox(MailboxRecord)
    /// Fills a batch; the size of the whole record in bytes, at least 2.
    case padding(size: Int)

    public init(parsing bytes: some Collection<UInt8>) throws(AssociationError) {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.read(UInt8.self) == Self.version,
            let profile = RecordProfile(rawValue: try reader.read(UInt8.self))
        else {
            throw .malformed
        }
        switch profile {
        case .padding:
            guard reader.readRest().isZero else {
                throw .malformed
            }
            self = .padding(size: bytes.count)
        case .exact: self = .contact(try ContactEventDetails(reading: &reader, profile: .exact))
        case .sealed: self = .contact(try ContactEventDetails(reading: &reader, profile: .sealed))
        case .pairwisePrivate: self = .mailbox(try MailboxRecord(reading: &reader))
        }
        try reader.readEnd()
    }

    public var bytes: [UInt8] {
        switch self {
        case .contact(let contact): contact.bytes
        case .mailbox(let record): record.bytes
        case .padding(let size):
            [Self.version, RecordProfile.padding.rawValue] + [UInt8](repeating: 0, count: max(0, size - 2))
        }
    }

    /// The bytes that a right is bound to.
    var boundBytes: [UInt8] {
        if case .contact(let contact) = self {
            return contact.bytesWithoutAuthenticator
        }
        return bytes
    }

    static let version: UInt8 = 1
    static let minSize = 2
}
