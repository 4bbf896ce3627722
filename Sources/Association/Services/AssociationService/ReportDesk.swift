import AssociationAPI
import AssociationProtocol
import AssociationStores
import ExposurePrimitives

/// Gives rights to report, and takes the batches of reports.
struct ReportDesk: Sendable {
    let stores: AssociationStoreSet
    let provisional: ProvisionalIndexes
    let secrets: AuthoritySecrets
    let configuration: AuthorityConfiguration
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
        return RightAnswer(
            right: report.right,
            received: report.manifest.batches.map(report.received.contains)
        )
    }
}

// MARK: - Batches

extension ReportDesk {
    /// Takes a batch, or does nothing. The phone gets the same answer in every case, so nobody learns by it which
    /// ticket is valid.
    func take(_ received: ReceivedBatch, now: UnixTime) async throws {
        let batch = received.batch
        let digest = batch.digest
        guard let account = try await stores.accounts.account(batch.registration) else {
            metrics.count(.noAccount)
            return
        }
        guard account.hasDayKeys(around: now, where: received.isAuthentic) else {
            metrics.count(.badBatch)
            return
        }
        guard let report = try await stores.reports.report(of: batch.right, now: now),
            report.registration == account.registration, report.manifest.batches.contains(digest)
        else {
            metrics.count(.badRight)
            return
        }
        // The same batch is answered like the first time, before its records are looked at: their authenticators are
        // old by then, and their tickets are known.
        guard !report.received.contains(digest) else {
            return
        }
        let validation = ReportValidation(
            stores: stores,
            provisional: provisional,
            reporter: account,
            window: report.window,
            receiptTime: now
        )
        let checked = try await validation.check(batch.records)
        checked.refusals.forEach(metrics.count)
        try await store(checked.contacts, digest: digest, of: batch.right, now: now)
    }

    private func store(_ contacts: [CheckedContact], digest: Bytes32, of right: RightID, now: UnixTime) async throws {
        var generator = SystemRandomNumberGenerator()
        let outcome = try await stores.reports.accept(
            contacts,
            digest: digest,
            of: right,
            newCase: .random(using: &generator),
            now: now
        )
        if case .stored(let stored) = outcome {
            (0..<stored.replays).forEach { _ in metrics.count(.replay) }
        }
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
