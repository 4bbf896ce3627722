import AssociationProtocol
import ExposurePrimitives

/// The identity keys of one day, one for each interval.
struct DayIdentities: Codable, Equatable, Sendable {
    let day: CalendarDay
    /// The private keys of the 96 intervals; nil once erased.
    private var keys: [StoredBytes?]

    init(day: CalendarDay, using generator: inout some RandomNumberGenerator) {
        self.day = day
        keys = AssociationInterval.all(of: day).map { _ in
            StoredBytes(PrivateAgreementKey.generate(using: &generator).exposedBytes)
        }
    }

    /// The identity of an interval; nil once it is erased, and for another day.
    func identity(in interval: AssociationInterval) -> EphemeralIdentity? {
        guard let place = place(of: interval), let bytes = keys[place],
            let key = try? PrivateAgreementKey(SecretBytes(bytes.bytes))
        else {
            return nil
        }
        return EphemeralIdentity(interval: interval, key: key)
    }

    /// Erases the private keys whose time has passed.
    mutating func erase(at now: UnixTime) {
        for (place, interval) in AssociationInterval.all(of: day).enumerated() where keys.indices.contains(place) {
            if keys[place] != nil, interval.end.advanced(bySeconds: EphemeralIdentity.grace) <= now {
                keys[place] = nil
            }
        }
    }

    private func place(of interval: AssociationInterval) -> Int? {
        guard interval.day == day else {
            return nil
        }
        let place = Int(interval.number % AssociationInterval.perDay)
        return keys.indices.contains(place) ? place : nil
    }
}
