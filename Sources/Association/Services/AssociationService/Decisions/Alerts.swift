import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import ServiceKit

/// Answers the polls of phones, and ends their accounts. An observer cannot tell the two apart.
package struct Alerts: AuthorityService {
    private let stores: AssociationStoreSet
    private let uses: AccountUses
    private let clock: any WallClock

    package init(_ means: AuthorityMeans) {
        (stores, clock) = (means.stores, means.clock)
        uses = AccountUses { [accounts = means.stores.accounts] in try await accounts.noteUse(of: $0, on: $1) }
    }

    package var publicRoutes: [Route] {
        [
            .forPhones(AssociationEndpoint.poll, ReceivedRequest.init(parsing:)) { request in
                try await answer(to: request, now: clock.now())
            }
        ]
    }

    package var jobs: [PeriodicJob] {
        [PeriodicJob(name: "account-uses", every: .seconds(60), in: .everyProcess) { try await uses.write() }]
    }

    /// The alerts of the account that polls, with the mark that only its phone can read. A refused poll, also one with
    /// a body, is answered like one without alerts, with random bytes for the mark.
    ///
    /// Nothing is marked as fetched: a phone that lost the answer gets the same one with its next poll.
    private func answer(to received: ReceivedRequest, now: UnixTime) async throws -> [UInt8] {
        guard received.request.body.isEmpty else {
            return nothing
        }
        if received.request.purpose == .deregistration {
            try await end(received, now: now)
            return nothing
        }
        guard let sender = try await received.signedSender(for: .poll, among: stores.accounts, now: now) else {
            return nothing
        }
        let account = sender.account
        try await uses.note(account, on: now.utcDay)
        let alerts = try await stores.alerts.alerts(for: account.registration, now: now)
        let answer = try PollAnswer(alerts: alerts)
        let mark = AnswerMark.mark(of: answer.bytes, to: received.request.nonce, under: sender.keys)
        return answer.bytes(mark: mark)
    }

    private var nothing: [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return PollAnswer.empty.bytes(mark: .random(using: &generator))
    }

    /// Ends the account of a phone whose owner deletes everything. A second request finds no account.
    private func end(_ received: ReceivedRequest, now: UnixTime) async throws {
        if let account = try await received.sender(for: .deregistration, among: stores.accounts, now: now) {
            _ = try await stores.accounts.end(account.registration)
        }
    }
}
