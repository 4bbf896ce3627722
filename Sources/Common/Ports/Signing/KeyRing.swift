public import ExposurePrimitives

/// The keys that sign exports, and the rules for replacing them.
///
/// A phone verifies with the public keys of its app, either the old one or the new one. During an overlap both keys
/// therefore sign every chunk. A new key first signs beside the active one. It replaces the active one when every chunk
/// on offer has its signature. The old key continues to sign until nobody needs it.
public struct KeyRing: Hashable, Sendable {
    /// The keys in the order of their creation.
    public private(set) var keys: [Entry]

    public struct Entry: Hashable, Sendable {
        /// With `version`, the name of the key in export files.
        public let id: String
        public let version: String
        /// SubjectPublicKeyInfo.
        public let publicKeyPEM: String
        public internal(set) var state: State
        public let signsSince: UnixTime
        /// The end of its signing; nil until it is retired.
        public internal(set) var signedUntil: UnixTime?

        public init(
            id: String,
            version: String,
            publicKeyPEM: String,
            state: State,
            signsSince: UnixTime,
            signedUntil: UnixTime? = nil
        ) {
            self.id = id
            self.version = version
            self.publicKeyPEM = publicKeyPEM
            self.state = state
            self.signsSince = signsSince
            self.signedUntil = signedUntil
        }
    }

    public enum State: String, Sendable, CaseIterable {
        /// The key signs beside the active key. Apps may ship it in addition to the active one.
        case upcoming
        /// The key signs first.
        case active
        /// The key signs beside the active key, for apps that know no other.
        case retiring
        /// The key no longer signs. Its name is never used again.
        case retired
    }

    /// - Throws: `inconsistent` unless exactly one key is active, at most one signs beside it, and all versions differ.
    public init(keys: [Entry]) throws(KeyRingError) {
        let states = keys.map(\.state)
        guard states.count(where: { $0 == .active }) == 1,
            states.count(where: { $0 == .upcoming || $0 == .retiring }) <= 1,
            Set(keys.map(\.version)).count == keys.count,
            keys.allSatisfy({ Self.isName($0.id) && Self.isName($0.version) }),
            keys.allSatisfy({ ($0.signedUntil != nil) == ($0.state == .retired) })
        else {
            throw .inconsistent
        }
        self.keys = keys
    }

    /// The keys that sign a chunk now, the active one first.
    public var signing: [Entry] {
        keys.filter { $0.state == .active } + keys.filter { $0.state == .upcoming || $0.state == .retiring }
    }

    public func key(in state: State) -> Entry? {
        keys.first { $0.state == state }
    }

    /// A version after all used ones: the greatest number at the end of a version, plus one.
    public var nextVersion: String {
        let numbers = keys.compactMap { Int($0.version.drop { !$0.isNumber }) }
        let (next, overflow) = (numbers.max() ?? keys.count).addingReportingOverflow(1)
        return "v\(overflow ? keys.count + 1 : next)"
    }

    /// Whether `text` can name a key: 1…32 letters, digits, `.`, `_` and `-`, beginning with a letter or digit. It is
    /// also a file's name.
    public static func isName(_ text: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard (1...32).contains(text.utf8.count), let first = text.utf8.first, isAlphanumeric(first) else {
            return false
        }
        return text.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }

    /// The seconds that a key signs before it can become the active one.
    ///
    /// They are the fourteen days that a chunk is on offer, and a day for clocks that differ. After that every chunk on
    /// offer has its signature.
    public static let minOverlap = 15 * UnixTime.secondsPerDay
}

// MARK: - Changes

extension KeyRing {
    /// Adds a new key that signs beside the active one.
    ///
    /// - Throws: `overlapUnderWay` while another key signs beside it, `inconsistent` if the name is taken or invalid.
    public mutating func add(version: String, publicKeyPEM: String, now: UnixTime) throws(KeyRingError) {
        guard let active = key(in: .active) else {
            throw .inconsistent
        }
        if let other = key(in: .upcoming) ?? key(in: .retiring) {
            throw .overlapUnderWay(version: other.version)
        }
        let entry = Entry(
            id: active.id,
            version: version,
            publicKeyPEM: publicKeyPEM,
            state: .upcoming,
            signsSince: now
        )
        self = try KeyRing(keys: keys + [entry])
    }

    /// Makes the upcoming key the active one. The previous active key continues to sign beside it.
    ///
    /// - Parameter isEmergency: does not wait until every chunk on offer has the new key's signature.
    public mutating func promote(now: UnixTime, isEmergency: Bool = false) throws(KeyRingError) {
        guard let upcoming = keys.firstIndex(where: { $0.state == .upcoming }),
            let active = keys.firstIndex(where: { $0.state == .active })
        else {
            throw .noUpcomingKey
        }
        let earliest = keys[upcoming].signsSince.advanced(bySeconds: Self.minOverlap)
        guard isEmergency || now >= earliest else {
            throw .tooEarly(version: keys[upcoming].version, earliest: earliest)
        }
        keys[active].state = .retiring
        keys[upcoming].state = .active
    }

    /// Ends the overlap: the key no longer signs. An upcoming key can be withdrawn in the same way.
    public mutating func retire(version: String, now: UnixTime) throws(KeyRingError) {
        guard let index = keys.firstIndex(where: { $0.version == version }) else {
            throw .unknownVersion(version)
        }
        switch keys[index].state {
        case .active: throw .stillActive(version: version)
        case .retired: throw .alreadyRetired(version: version)
        case .upcoming, .retiring:
            keys[index].state = .retired
            keys[index].signedUntil = now
        }
    }
}

/// The reason why a key ring cannot be used or changed.
public enum KeyRingError: Error, Hashable {
    case inconsistent
    case overlapUnderWay(version: String)
    case noUpcomingKey
    /// Another key is already upcoming.
    case otherKeyUpcoming(version: String)
    case tooEarly(version: String, earliest: UnixTime)
    case unknownVersion(String)
    case stillActive(version: String)
    case alreadyRetired(version: String)
}

extension KeyRingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .inconsistent:
            "the keys do not fit together: one must be active, one more may sign, and no version may be used twice"
        case .overlapUnderWay(let version): "the key \(version) signs beside the active one: retire it first"
        case .noUpcomingKey: "there is no upcoming key that could become active: avviso keys rotate makes one"
        case .otherKeyUpcoming(let version): "the key \(version) is already upcoming and becomes active next"
        case .tooEarly(let version, let earliest):
            "not every chunk on offer has a signature of the key \(version) yet: it can become active from \(earliest)"
        case .unknownVersion(let version): "there is no key \(version)"
        case .stillActive(let version): "the key \(version) is the active one: rotate first"
        case .alreadyRetired(let version): "the key \(version) is retired already"
        }
    }
}
