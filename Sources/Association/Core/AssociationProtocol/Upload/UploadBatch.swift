public import ExposurePrimitives
import HeraldPayloads

/// A part of a report: records of one account under one right. All batches of all phones have the same size.
public struct UploadBatch: Hashable, Sendable {
    public let registration: RegistrationID
    /// The right to report that the authority gave after a test.
    public let right: RightID
    /// Up to ``maxRecords``, padding included.
    public let records: [UploadRecord]

    public init(registration: RegistrationID, right: RightID, records: [UploadRecord]) {
        self.registration = registration
        self.right = right
        self.records = records
    }

    /// `HAAU` ‖ version ‖ RegistrationID 16 ‖ right 16 ‖ count 2 ‖ records behind four bytes of length ‖ HMAC 32.
    ///
    /// - Parameters:
    ///   - size: of the whole batch; a record of padding fills it.
    ///   - keys: the account's keys of the day of the upload.
    /// - Throws: `wrongLength` if the records do not fit, with the bytes that they need.
    public func exposedBytes(size: Int, authenticatedBy keys: DayKeys) throws(AssociationError) -> [UInt8] {
        var records = records
        let needed = Self.size(of: records)
        if needed < size {
            guard size - needed >= Self.minPaddingSize else {
                throw .wrongLength(needed)
            }
            records.append(.padding(size: size - needed - Self.lengthSize))
        }
        guard Self.size(of: records) == size, records.count <= Self.maxRecords,
            let count = UInt16(exactly: records.count)
        else {
            throw .wrongLength(needed)
        }
        let head = Self.magic + [Self.version] + registration.exposedBytes + right.exposedBytes + [UInt8](count)
        let body = records.map(\.bytes).flatMap { [UInt8](UInt32(clamping: $0.count)) + $0 }
        return head + body + keys.requestTag(of: head + body).exposedBytes
    }

    /// The size of a batch with these records.
    public static func size(of records: [UploadRecord]) -> Int {
        records.reduce(headSize + tagSize) { $0 + lengthSize + $1.bytes.count }
    }

    /// The digest to which the right is bound: SHA-256 over the records, with zeros for the authenticators and without
    /// padding. The same contacts have the same digest at each try.
    public var digest: Bytes32 { Self.digest(of: records) }

    /// The digest of a batch with these records. It depends on nothing else of the batch.
    public static func digest(of records: [UploadRecord]) -> Bytes32 {
        let bound = records.filter { if case .padding = $0 { false } else { true } }.map(\.boundBytes)
        return Bytes32(hashing: Array("HAA batch".utf8) + bound.flatMap { [UInt8](UInt32(clamping: $0.count)) + $0 })
    }

    static let magic = Array("HAAU".utf8)
    static let version: UInt8 = 1
    static let lengthSize = 4
    static let tagSize = 32
    static let headSize = magic.count + 1 + 2 * Bytes16.count + 2
    static let minPaddingSize = lengthSize + UploadRecord.minSize
    /// More than the contacts that the largest batch has room for. Thousands of small records would only cost time.
    public static let maxRecords = 4096
    /// The size that an authority may ask for, at most: 1 MiB.
    public static let maxSize = 1 << 20
}

/// The number of a right to report. It is no secret: the authority gives it to one account.
public struct RightID: Hashable, Comparable, Sendable, Redacted {
    private let value: Bytes16

    public init(_ value: Bytes16) {
        self.value = value
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> RightID {
        RightID(Bytes16.random(using: &generator))
    }

    public static func < (lhs: RightID, rhs: RightID) -> Bool {
        lhs.value < rhs.value
    }

    public var exposedValue: Bytes16 { value }
    public var exposedBytes: [UInt8] { value.bytes }
}

/// A batch from outside. It says whose it is before anything proves it.
public struct ReceivedBatch: Sendable {
    public let batch: UploadBatch
    private let authenticated: [UInt8]
    private let tag: SecretBytes

    /// - Parameter size: the size that all batches have.
    public init(parsing bytes: [UInt8], size: Int) throws(AssociationError) {
        guard bytes.count == size, bytes.count >= UploadBatch.headSize + UploadBatch.tagSize else {
            throw .wrongLength(bytes.count)
        }
        let authenticated = Array(bytes.dropLast(UploadBatch.tagSize))
        var reader = ByteReader(authenticated, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.readBytes(UploadBatch.magic.count) == UploadBatch.magic,
            try reader.read(UInt8.self) == UploadBatch.version,
            let registration = Bytes16(try reader.readBytes(Bytes16.count)),
            let right = Bytes16(try reader.readBytes(Bytes16.count))
        else {
            throw .malformed
        }
        let count = Int(try reader.read(UInt16.self))
        guard count <= UploadBatch.maxRecords else {
            throw .malformed
        }
        var records: [UploadRecord] = []
        for _ in 0..<count {
            let size = Int(try reader.read(UInt32.self))
            records.append(try UploadRecord(parsing: reader.readBytes(size)))
        }
        try reader.readEnd()
        batch = UploadBatch(registration: RegistrationID(registration), right: RightID(right), records: records)
        self.authenticated = authenticated
        tag = SecretBytes(bytes.suffix(UploadBatch.tagSize))
    }

    /// Whether the account with these keys of a day sent it.
    public func isAuthentic(under keys: DayKeys) -> Bool {
        keys.requestTag(of: authenticated) == tag
    }
}
