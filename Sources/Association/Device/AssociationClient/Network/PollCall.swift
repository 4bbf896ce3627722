import AssociationAPI
import AssociationProtocol
import ExposurePrimitives

/// A poll for alerts. It is signed when it leaves, so it is never too old.
enum PollCall {
    static func body(
        of account: StoredAccount,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> [UInt8] {
        try SignedRequest(
            purpose: .poll,
            registration: account.registrationID,
            time: now,
            nonce: Bytes16.random(using: &generator),
            body: []
        ).exposedBytes(authenticatedBy: account.requestKeys(at: now))
    }
}
