import AssociationAPI
import AssociationProtocol
import ExposurePrimitives

/// A poll for alerts, or the end of the account, which looks like one. It is signed when it leaves, so it is never too
/// old.
enum PollCall {
    case poll
    /// The owner deletes everything.
    case end

    func body(
        of account: StoredAccount,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> [UInt8] {
        try SignedRequest(
            purpose: self == .poll ? .poll : .deregistration,
            registration: account.registrationID,
            time: now,
            nonce: Bytes16.random(using: &generator),
            body: []
        ).exposedBytes(authenticatedBy: account.requestKeys(at: now))
    }
}
