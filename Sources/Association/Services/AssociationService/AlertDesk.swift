import AssociationAPI
import AssociationProtocol
import AssociationStores
import ExposurePrimitives

/// Answers the polls of phones, and ends their accounts. An observer cannot tell the two apart.
struct AlertDesk: Sendable {
    let stores: AssociationStoreSet

    /// The alerts of the account that polls. A refused poll, also one with a body, is answered like one without alerts.
    ///
    /// Nothing is marked as fetched: a phone that lost the answer gets the same one with its next poll.
    func answer(to received: ReceivedRequest, now: UnixTime) async throws -> PollAnswer {
        guard received.request.body.isEmpty else {
            return .empty
        }
        if received.request.purpose == .deregistration {
            return try await end(received, now: now)
        }
        guard let account = try await received.sender(for: .poll, among: stores.accounts, now: now) else {
            return .empty
        }
        if account.used < now.utcDay {
            try await stores.accounts.noteUse(of: account.registration, on: now.utcDay)
        }
        return try PollAnswer(alerts: await stores.alerts.alerts(for: account.registration, now: now))
    }

    /// Ends the account of a phone whose owner deletes everything. A second request finds no account.
    private func end(_ received: ReceivedRequest, now: UnixTime) async throws -> PollAnswer {
        if let account = try await received.sender(for: .deregistration, among: stores.accounts, now: now) {
            _ = try await stores.accounts.end(account.registration)
        }
        return .empty
    }
}
