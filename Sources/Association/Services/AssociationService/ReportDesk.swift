import AssociationAPI
import AssociationProtocol
import AssociationStores
import ExposurePrimitives
import ServiceKit
import WireFormat

/// Gives rights to report, and takes the batches of reports.
struct ReportDesk: Sendable {
    let stores: AssociationStoreSet
    let secrets: AuthoritySecrets
    /// Tells the validation of new batches.
    let arrivals: ArrivalSignal
    let metrics: AuthorityMetrics
}

// MARK: - Rights

extension ReportDesk {
    /// The right for the code of a request. Every reason for a refusal gives the same answer.
    func grantRight(_ received: ReceivedRequest, now: UnixTime) async throws -> RightAnswer {
        guard let account = try await received.sender(for: .right, among: stores.accounts, now: now),
            let content = try? RightRequest(parsing: received.request.body)
        else {
            return .refused
        }
        var generator = SystemRandomNumberGenerator()
        let claim = RightClaim(
            mark: secrets.mark(of: content.code),
            registration: account.registration,
            manifest: content.manifest,
            right: .random(using: &generator)
        )
        guard let report = try await stores.reports.grant(claim, limits: .usual, now: now) else {
            return .refused
        }
        let waiting = try await stores.inbox.digests(of: report.right)
        let arrived = report.received.union(waiting)
        return RightAnswer(right: report.right, received: report.manifest.batches.map(arrived.contains))
    }
}

// MARK: - Batches

extension ReportDesk {
    /// Takes a batch, or does nothing. The phone gets the same answer in every case, so nobody learns by it which
    /// ticket is valid. Its records are looked at later, by ``BatchValidationJob``.
    ///
    /// - Parameter bytes: the batch as it was sent.
    /// - Throws: `Refusal.unavailable` for everybody, as long as too many batches wait.
    func take(_ received: ReceivedBatch, _ bytes: [UInt8], now: UnixTime) async throws {
        let count = try await stores.inbox.count()
        guard count < WaitingBatch.maxCount else {
            throw Refusal.unavailable
        }
        guard let name = try await name(of: received, now: now) else {
            return
        }
        let batch = WaitingBatch(name: name, registration: received.batch.registration, arrival: now, bytes: bytes)
        if try await stores.inbox.put(batch, now: now) {
            // Before the signal: after it the validation tells the number.
            metrics.setWaiting(count + 1)
            arrivals.signal()
        }
    }

    /// The steps 1 to 3: the sender and the right.
    ///
    /// - Returns: nil if the batch is not to be taken.
    private func name(of received: ReceivedBatch, now: UnixTime) async throws -> BatchName? {
        let batch = received.batch
        guard let account = try await stores.accounts.account(batch.registration) else {
            metrics.count(.noAccount)
            return nil
        }
        guard account.hasDayKeys(around: now, where: received.isAuthentic) else {
            metrics.count(.badBatch)
            return nil
        }
        let digest = batch.digest
        guard let report = try await stores.reports.report(of: batch.right, now: now),
            report.registration == account.registration, report.manifest.batches.contains(digest)
        else {
            metrics.count(.badRight)
            return nil
        }
        // The same batch is answered like the first time, and its records are not looked at again: their
        // authenticators are old by then, and their tickets are known.
        return report.received.contains(digest) ? nil : BatchName(right: batch.right, digest: digest)
    }
}

extension Account {
    /// Whether the keys of the day of `moment`, or of a day beside it, fit: clocks differ around midnight. The day
    /// itself comes first, because the keys of a day cost more than twenty derivations.
    func hasDayKeys(around moment: UnixTime, where fit: (DayKeys) -> Bool) -> Bool {
        [0, -1, 1].contains { offset in
            (try? chain.dayKeys(on: moment.utcDay.advanced(byDays: offset))).map(fit) ?? false
        }
    }
}
