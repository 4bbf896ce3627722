public import ExposurePrimitives
import GAENCore
import HeraldPayloads

/// The key of one account and day that makes its ClientIDs, as an index of millions needs it: 32 bytes in place, and
/// the work for many accounts is done together.
///
/// It makes the same ClientIDs as ``DayKeys``.
public struct ClientIDKey: Sendable, Redacted {
    public let day: CalendarDay
    /// As bytes: the words of the kernel are aligned to 32 bytes, so an account's record would grow by a half.
    private let value: Bytes32

    private init(day: CalendarDay, words: KernelAuthenticator.Words) {
        self.day = day
        value = Bytes32(words)
    }

    /// The ClientID of one account.
    ///
    /// - Throws: `otherDay` for an interval of another day.
    public func clientID(in interval: AssociationInterval) throws(AssociationError) -> ClientID {
        let made = try Self.clientIDs(under: [self], in: interval)
        return made[0]
    }

    /// The ClientIDs of many accounts, in the order of their keys: HMAC-SHA-256 of the interval's number in eight
    /// bytes.
    ///
    /// - Throws: `otherDay` for an interval of another day than that of any key.
    public static func clientIDs(
        under keys: [ClientIDKey],
        in interval: AssociationInterval
    ) throws(AssociationError) -> [ClientID] {
        guard keys.allSatisfy({ $0.day == interval.day }) else {
            throw .otherDay
        }
        var words = keys.map { KernelAuthenticator.Words($0.value) }
        KernelAuthenticator.authenticate([UInt8](UInt64(interval.number)), under: &words)
        return words.map { ClientID(Bytes32($0)) }
    }

    /// The keys of a day that follow from many chains, in their order; nil for a chain that has none of that day
    /// (``ChainKey/advanced(to:)``).
    public static func keys(of chains: [ChainKey], on day: CalendarDay) -> [ClientIDKey?] {
        var keys = [ClientIDKey?](repeating: nil, count: chains.count)
        for (start, places) in Dictionary(grouping: chains.indices, by: { chains[$0].day }) {
            let steps = day.days(since: start)
            guard ChainKey.isPossible(steps: steps), ChainKey.days.contains(day.daysSinceEpoch) else {
                continue
            }
            var words = places.map { chains[$0].words }
            for _ in 0..<steps {
                KernelAuthenticator.authenticate(Derivation.onlyBlock(of: ChainKey.nextLabel), under: &words)
            }
            KernelAuthenticator.authenticate(Derivation.onlyBlock(of: ChainKey.clientIDLabel), under: &words)
            for (place, words) in zip(places, words) {
                keys[place] = ClientIDKey(day: day, words: words)
            }
        }
        return keys
    }
}

extension Bytes32 {
    fileprivate init(_ words: KernelAuthenticator.Words) {
        self.init(words: (words.x, words.y, words.z, words.w))
    }
}

extension KernelAuthenticator.Words {
    fileprivate init(_ bytes: Bytes32) {
        let (a, b, c, d) = bytes.words
        self.init(a, b, c, d)
    }
}

extension ChainKey {
    /// The key of a day's ClientIDs alone, with the same limits as ``advanced(to:)``.
    public func clientIDKey(on day: CalendarDay) throws(AssociationError) -> ClientIDKey {
        guard let key = ClientIDKey.keys(of: [self], on: day)[0] else {
            throw .otherDay
        }
        return key
    }

    fileprivate var words: KernelAuthenticator.Words {
        var words = KernelAuthenticator.Words()
        for (place, byte) in exposedBytes.enumerated() {
            words[place / 8] = words[place / 8] << 8 | UInt64(byte)
        }
        return words
    }
}
