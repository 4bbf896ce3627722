public import AssociationProtocol

/// Stands for an account in an index. It is drawn at random, so it tells nothing about the order of registrations.
public struct AccountNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt32

    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static func < (lhs: AccountNumber, rhs: AccountNumber) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

/// An account with its number.
public struct NumberedAccount: Sendable {
    public let number: AccountNumber
    public let account: Account

    public init(number: AccountNumber, account: Account) {
        self.number = number
        self.account = account
    }
}

/// Which account has which ClientID in one interval: entries of ten bytes, sorted. An entry is the first six bytes of
/// the ClientID and the account's number.
///
/// Ten million accounts need 9.6 GB for a day. A hit is only a candidate, because two ClientIDs can begin alike.
public struct ClientIDIndex: Hashable, Sendable {
    /// The entries, one behind the other.
    public let bytes: [UInt8]

    /// The index of these accounts. The order of `entries` does not matter.
    public init(_ entries: [(clientID: ClientID, number: AccountNumber)]) {
        var draft = ClientIDIndexDraft()
        entries.forEach { draft.add($0.clientID, $0.number) }
        self.init(draft)
    }

    public init(_ draft: ClientIDIndexDraft) {
        bytes = draft.sortedBytes
    }

    /// An index from a store; nil unless it has whole entries.
    public init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: Self.entrySize) else {
            return nil
        }
        self.bytes = bytes
    }

    /// The numbers of the accounts whose ClientID begins like `clientID`.
    public func candidates(for clientID: ClientID) -> [AccountNumber] {
        let wanted = Array(clientID.exposedBytes.prefix(Self.prefixSize))
        var position = firstEntry(notBefore: wanted)
        var found: [AccountNumber] = []
        while position < count, prefix(of: position) == wanted[...] {
            let start = position * Self.entrySize + Self.prefixSize
            let number = bytes[start..<start + Self.entrySize - Self.prefixSize].reduce(0) { $0 << 8 | UInt32($1) }
            found.append(AccountNumber(number))
            position += 1
        }
        return found
    }

    private func firstEntry(notBefore wanted: [UInt8]) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if prefix(of: middle).lexicographicallyPrecedes(wanted) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func prefix(of entry: Int) -> ArraySlice<UInt8> {
        bytes[entry * Self.entrySize..<entry * Self.entrySize + Self.prefixSize]
    }

    /// The number of accounts.
    public var count: Int { bytes.count / Self.entrySize }

    /// Bytes of an entry.
    public static let entrySize = 10
    private static let prefixSize = 6
    /// Days for which indexes are kept: a contact of 14 days ago may have been on the day before.
    public static let life = 15
}

/// Entries of an index that is being made, in the order of their arrival: 16 bytes each.
public struct ClientIDIndexDraft: Sendable {
    /// Six bytes of the ClientID, then four of the number.
    private var entries: [UInt128] = []

    public init() {}

    public mutating func add(_ clientID: ClientID, _ number: AccountNumber) {
        entries.append(UInt128(clientID.exposedValue.words.0 >> 16) << 32 | UInt128(number.rawValue))
    }

    fileprivate var sortedBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * ClientIDIndex.entrySize)
        for entry in entries.sorted() {
            for place in (0..<ClientIDIndex.entrySize).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: entry >> UInt128(place * 8)))
            }
        }
        return bytes
    }
}
