import AssociationAPI
import AssociationProtocol
import ClientKit
import ExposurePrimitives
import HeraldPayloads

/// The question for attestations of a day's identity keys. It is signed when it leaves, so it is never too old.
struct AttestationCall: SliceEffect {
    let account: StoredAccount
    let day: CalendarDay
    /// In the order of the day's intervals.
    let keys: [PublicAgreementKey]

    /// - Throws: `otherDay` unless `day` is the next one: the request does not name it.
    func body(at now: UnixTime, using generator: inout some RandomNumberGenerator) throws(AssociationError) -> [UInt8] {
        guard now.utcDay.advanced(byDays: 1) == day else {
            throw .otherDay
        }
        return try SignedRequest(
            purpose: .attestations,
            registration: account.registrationID,
            time: now,
            nonce: Bytes16.random(using: &generator),
            body: AttestationRequest(keys: keys).bytes
        ).exposedBytes(authenticatedBy: account.requestKeys(at: now))
    }

    /// Checks every attestation, so a phone shows none that others refuse.
    ///
    /// - Throws: `notAuthentic` if `policy` refuses one.
    func verify(
        _ attestations: [IdentityAttestation],
        by policy: AttestationPolicy,
        in jurisdiction: Jurisdiction
    ) throws(AssociationError) {
        for (interval, (key, attestation)) in zip(AssociationInterval.all(of: day), zip(keys, attestations)) {
            let packet = try IdentityPacket(
                profile: .sealed,
                jurisdiction: jurisdiction,
                publicKey: key,
                attestation: attestation
            )
            try packet.verify(policy, in: interval)
        }
    }
}
