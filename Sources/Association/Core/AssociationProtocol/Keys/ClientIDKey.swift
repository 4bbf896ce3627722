import Crypto
public import ExposurePrimitives

/// The key of one account and day that makes its ClientIDs, as an index of millions needs it: 32 bytes in place, and
/// no array for a ClientID.
///
/// It makes the same ClientIDs as ``DayKeys``.
public struct ClientIDKey: Sendable, Redacted {
    public let day: CalendarDay
    private let value: Bytes32

    /// - Throws: `wrongLength` unless there are 32 bytes.
    init(day: CalendarDay, bytes: SecretBytes) throws(AssociationError) {
        guard let value = Bytes32(bytes.exposedBytes) else {
            throw .wrongLength(bytes.count)
        }
        self.day = day
        self.value = value
    }

    /// HMAC-SHA-256 (RFC 2104) of the interval's number in eight bytes.
    ///
    /// - Throws: `otherDay` for an interval of another day.
    public func clientID(in interval: AssociationInterval) throws(AssociationError) -> ClientID {
        guard interval.day == day else {
            throw .otherDay
        }
        // The library's HMAC puts the key and both states on the heap, which costs more than four blocks of SHA-256.
        let (a, b, c, d) = value.words
        let number = UInt64(interval.number)
        let inner = Self.hash(Message(a, b, c, d, padding: 0x3636_3636_3636_3636, content: (number, 0, 0, 0)), words: 9)
        let outer = Message(a, b, c, d, padding: 0x5C5C_5C5C_5C5C_5C5C, content: inner.words)
        return ClientID(Self.hash(outer, words: 12))
    }

    /// A padded key and what follows it, as words in big-endian order.
    private struct Message {
        // The key has 32 bytes. Zeros behind it fill the block of 64.
        private let key: (UInt64, UInt64, UInt64, UInt64)
        private let filler: (UInt64, UInt64, UInt64, UInt64)
        private let content: (UInt64, UInt64, UInt64, UInt64)

        init(
            _ a: UInt64,
            _ b: UInt64,
            _ c: UInt64,
            _ d: UInt64,
            padding: UInt64,
            content: (UInt64, UInt64, UInt64, UInt64)
        ) {
            key = (
                (a ^ padding).bigEndian, (b ^ padding).bigEndian, (c ^ padding).bigEndian, (d ^ padding).bigEndian
            )
            filler = (padding, padding, padding, padding)
            self.content = (
                content.0.bigEndian, content.1.bigEndian, content.2.bigEndian, content.3.bigEndian
            )
        }
    }

    /// SHA-256 of the first words of a message.
    private static func hash(_ message: Message, words: Int) -> Bytes32 {
        let size = words * MemoryLayout<UInt64>.size
        // SAFETY: a message has twelve words without gaps, and `words` is at most twelve.
        let digest = unsafe withUnsafeBytes(of: message) { bytes in
            unsafe SHA256.hash(data: UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
        }
        // SAFETY: a digest of SHA-256 has 32 bytes.
        return unsafe digest.withUnsafeBytes { bytes in
            func word(_ number: Int) -> UInt64 {
                unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: number * 8, as: UInt64.self))
            }
            return Bytes32(words: (word(0), word(1), word(2), word(3)))
        }
    }
}

extension ChainKey {
    /// The key of a day's ClientIDs alone, with the same limits as ``advanced(to:)``.
    public func clientIDKey(on day: CalendarDay) throws(AssociationError) -> ClientIDKey {
        try ClientIDKey(day: day, bytes: advanced(to: day).clientIDSecret)
    }
}
