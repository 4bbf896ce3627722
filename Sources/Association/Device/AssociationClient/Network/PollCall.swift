import AssociationAPI
import AssociationProtocol
import ExposurePrimitives

/// A poll for alerts, or the end of the account, which looks like one. It is signed when it leaves, so it is never too
/// old.
enum PollCall {
    case poll
    /// The owner deletes everything.
    case end

    func message(
        of account: StoredAccount,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> PollMessage {
        let (nonce, keys) = (Bytes16.random(using: &generator), try account.requestKeys(at: now))
        let request = try SignedRequest(
            purpose: self == .poll ? .poll : .deregistration,
            registration: account.registrationID,
            time: now,
            nonce: nonce,
            body: []
        )
        return PollMessage(body: request.exposedBytes(authenticatedBy: keys), nonce: nonce, keys: keys)
    }
}

/// A signed poll, and the values that tell whether its answer is that of an authority that knows the account.
struct PollMessage: Sendable {
    let body: [UInt8]
    let nonce: Bytes16
    let keys: DayKeys
}

/// The answer to a poll.
struct PolledAlerts: Sendable {
    let alerts: [ExposureAlert]
    /// Whether the authority knows the account; nil if the answer cannot tell.
    let isKnown: Bool?
}
