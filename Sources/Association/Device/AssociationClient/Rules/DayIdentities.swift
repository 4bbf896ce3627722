import AssociationProtocol
import ExposurePrimitives

/// The identity keys of one day, one for each interval, with the authority's attestations of them.
struct DayIdentities: Codable, Equatable, Sendable {
    let day: CalendarDay
    /// The private keys of the 96 intervals; nil once erased.
    private var keys: [StoredBytes?]
    /// Erased with the keys: a record of the radio and an attestation tell together where this phone was. Empty before
    /// the authority gave them.
    private var attestations: [StoredBytes?] = []

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

    /// The attestation of an interval's key; nil without one, and once it is erased.
    func attestation(in interval: AssociationInterval) -> IdentityAttestation? {
        guard let place = place(of: interval), attestations.indices.contains(place) else {
            return nil
        }
        return attestations[place].flatMap { try? IdentityAttestation($0.bytes) }
    }

    /// The public keys of all intervals, in their order. Nil if one is erased: then the day has begun.
    var publicKeys: [PublicAgreementKey]? {
        let identities = AssociationInterval.all(of: day).compactMap(identity)
        return identities.count == keys.count ? identities.map(\.publicKey) : nil
    }

    /// Takes the attestations of all intervals, in their order. Those of erased keys are left out.
    mutating func attest(_ attestations: [IdentityAttestation]) {
        self.attestations = zip(keys, attestations).map { key, attestation in
            key.map { _ in StoredBytes(attestation.bytes) }
        }
    }

    /// Erases the private keys whose time has passed, and their attestations.
    mutating func erase(at now: UnixTime) {
        for (place, interval) in AssociationInterval.all(of: day).enumerated() where keys.indices.contains(place) {
            if keys[place] != nil, interval.end.advanced(bySeconds: EphemeralIdentity.grace) <= now {
                keys[place] = nil
                if attestations.indices.contains(place) {
                    attestations[place] = nil
                }
            }
        }
    }

    /// Whether nothing is left.
    var isAttested: Bool { attestations.contains { $0 != nil } }

    var isErased: Bool { keys.allSatisfy { $0 == nil } }

    private func place(of interval: AssociationInterval) -> Int? {
        guard interval.day == day else {
            return nil
        }
        let place = Int(interval.number % AssociationInterval.perDay)
        return keys.indices.contains(place) ? place : nil
    }
}
