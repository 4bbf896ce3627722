public import ExposurePrimitives

/// Herald's simple payload: a header and a contact identifier that changes every six minutes (Herald, "Simple
/// payload").
public struct SimplePayload: Hashable, Sendable {
    public let jurisdiction: Jurisdiction
    public let identifier: ContactIdentifier

    public init(jurisdiction: Jurisdiction, identifier: ContactIdentifier) {
        self.jurisdiction = jurisdiction
        self.identifier = identifier
    }

    /// Reads exactly ``size`` bytes.
    ///
    /// - Parameter order: phones in use send `littleEndian`; the document says `bigEndian`.
    public init(parsing bytes: some Collection<UInt8>, order: ByteOrder) throws(HeraldError) {
        guard bytes.count == Self.size, let identifier = Bytes16(bytes.dropFirst(HeraldHeader.size)) else {
            throw .wrongLength(bytes.count)
        }
        let header = try HeraldHeader(parsing: bytes.prefix(HeraldHeader.size), order: order)
        guard header.code == Self.code else {
            throw .otherPayload(header.code)
        }
        self.init(jurisdiction: header.jurisdiction, identifier: ContactIdentifier(identifier))
    }

    public func bytes(order: ByteOrder) -> [UInt8] {
        HeraldHeader(code: Self.code, jurisdiction: jurisdiction).bytes(order: order) + identifier.bytes.bytes
    }

    public static let code: UInt8 = 0x10
    public static let size = 21
}

/// The name of a phone with the simple payload for six minutes.
public struct ContactIdentifier: Hashable, Sendable {
    public let bytes: Bytes16

    public init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// Sent by a phone outside the days that its key has.
    public static let expired = ContactIdentifier(Bytes16(words: (0, 0)))
}

/// The day and the period of a contact identifier.
public struct SimplePeriod: Hashable, Sendable {
    /// Days since 2020-09-24T00:00:00Z; 0 to ``maxDay`` have identifiers.
    public let day: Int
    /// Six-minute period of the day, 0 to 239.
    public let period: Int

    /// The period that contains `time`.
    public init(of time: UnixTime) {
        let sinceEpoch = time.seconds(since: Self.epoch)
        let date = UnixTime(sinceEpoch).utcDay
        day = date.daysSinceEpoch
        period = Int(clamping: UnixTime(sinceEpoch).seconds(since: date.startInUTC) / Self.seconds)
    }

    /// 2020-09-24T00:00:00Z.
    public static let epoch = UnixTime(1_600_905_600)
    public static let seconds: Int64 = 360
    public static let perDay = 240
    /// The last day with identifiers, 2026-03-17.
    public static let maxDay = 2000
}
