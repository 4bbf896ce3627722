import AssociationAPI
import AssociationProtocol
import AssociationStores
import ExposurePrimitives

/// Answers the polls of phones.
struct AlertDesk: Sendable {
    let stores: AssociationStoreSet

    /// The alerts of the account that polls. A refused poll, also one with a body, is answered like one without alerts.
    ///
    /// Nothing is marked as fetched: a phone that lost the answer gets the same one with its next poll.
    func answer(to received: ReceivedRequest, now: UnixTime) async throws -> PollAnswer {
        guard received.request.body.isEmpty,
            let account = try await received.sender(for: .poll, among: stores.accounts, now: now)
        else {
            return .empty
        }
        return try PollAnswer(alerts: await stores.alerts.alerts(for: account.registration, now: now))
    }
}
