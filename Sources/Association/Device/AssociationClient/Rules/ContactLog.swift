import AssociationExchange
import AssociationProtocol
import ExposurePrimitives

/// Tickets that this phone got and issued, and the secrets that confirm alerts. Everything has an end.
struct ContactLog: Codable, Equatable, Sendable {
    private(set) var contacts: [StoredContact] = []
    private(set) var issued: [StoredTicketRecord] = []
    /// The local secret of each day, by the day's number.
    private var secrets: [Int: StoredBytes] = [:]

    /// Takes a ticket. The same ticket with more measurements replaces the former. Beyond the limits it is dropped, so
    /// nobody fills the phone.
    ///
    /// - Returns: whether it was taken.
    @discardableResult
    mutating func add(_ contact: StoredContact) -> Bool {
        let recent = contacts.indices.reversed().prefix { contacts[$0].interval >= contact.interval }
        if let place = recent.first(where: { contacts[$0].isSameTicket(as: contact) }) {
            contacts[place] = contact
            return true
        }
        let places = contacts.reversed().lazy.map(\.place)
        guard Self.hasRoom(for: contact.place, among: places, perDay: Self.maxPerDay) else {
            return false
        }
        contacts.append(contact)
        return true
    }

    /// - Returns: whether it was taken.
    @discardableResult
    mutating func add(_ record: StoredTicketRecord) -> Bool {
        let places = issued.reversed().lazy.map(\.place)
        guard Self.hasRoom(for: record.place, among: places, perDay: Self.maxIssuedPerDay) else {
            return false
        }
        issued.append(record)
        return true
    }

    /// What shares the room of one interval. The calls of other phones take none from those of this phone.
    fileprivate struct Place: Equatable {
        let interval: AssociationInterval
        let side: ExchangeSide
    }

    /// Whether a day and one of its intervals can have one more of a side.
    ///
    /// - Parameter places: newest first.
    private static func hasRoom(for place: Place, among places: some Sequence<Place>, perDay: Int) -> Bool {
        var (inInterval, onDay) = (0, 0)
        for other in places {
            guard other.interval.day >= place.interval.day else {
                break
            }
            onDay += other.side == place.side ? 1 : 0
            inInterval += other == place ? 1 : 0
        }
        return inInterval < maxPerInterval && onDay < perDay
    }

    /// Draws the secret of a day that has none.
    mutating func drawSecret(for day: CalendarDay, using generator: inout some RandomNumberGenerator) {
        if secrets[day.daysSinceEpoch] == nil {
            let secret = LocalDaySecret.generate(for: day, using: &generator)
            secrets[day.daysSinceEpoch] = StoredBytes(secret.exposedBytes)
        }
    }

    /// Nil for a day without one.
    func secret(of day: CalendarDay) -> LocalDaySecret? {
        secrets[day.daysSinceEpoch].flatMap { try? LocalDaySecret(day: day, bytes: SecretBytes($0.bytes)) }
    }

    /// Whether this phone issued the ticket of a handle on that day: the contact was real.
    func confirms(_ handle: TicketHandle, of day: CalendarDay) -> Bool {
        guard let secret = secret(of: day) else {
            return false
        }
        return issued.contains { stored in
            stored.interval.day == day && (try? stored.record)?.confirms(handle, secret: secret) == true
        }
    }

    /// Erases what is older than its time.
    ///
    /// - Parameter contactDays: whole days before today on which contacts are kept.
    mutating func expire(on today: CalendarDay, contactDays: Int) {
        let contactLimit = today.advanced(byDays: -contactDays)
        contacts.removeAll { $0.interval.day < contactLimit }
        let recordLimit = today.advanced(byDays: -Self.recordDays)
        issued.removeAll { $0.interval.day < recordLimit }
        secrets = secrets.filter { $0.key >= recordLimit.daysSinceEpoch }
    }

    /// Days for which records of issued tickets and local secrets are kept: one more than contacts usually are.
    static let recordDays = 15
    /// Tickets of one interval, received or issued, of each side: what an exchange gives.
    static let maxPerInterval = ExchangeLimits().maxReceivers
    /// Tickets that were received on one day, of each side.
    static let maxPerDay = 512
    /// Tickets that were issued on one day, of each side. A phone writes all of its own over its own calls.
    static let maxIssuedPerDay = 1024
}

extension StoredContact {
    fileprivate var place: ContactLog.Place { ContactLog.Place(interval: interval, side: side) }
}

extension StoredTicketRecord {
    fileprivate var place: ContactLog.Place { ContactLog.Place(interval: interval, side: side) }
}
