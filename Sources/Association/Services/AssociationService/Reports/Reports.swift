import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import ServiceKit
import WireFormat

/// Issues codes to persons who tested positive, gives rights to report for them, and takes the batches of reports.
package struct Reports: AuthorityService {
    private let stores: AssociationStoreSet
    private let secrets: AuthoritySecrets
    private let codes: CodeIssuer
    private let arrived: ArrivedReports
    private let clock: any WallClock
    private let pool: WorkPool

    package init(_ means: AuthorityMeans, arrived: ArrivedReports) {
        (stores, secrets, clock, pool) = (means.stores, means.secrets, means.clock, means.pool)
        codes = CodeIssuer(stores: stores, secrets: secrets, configuration: means.configuration)
        self.arrived = arrived
    }

    package var publicRoutes: [Route] {
        [
            .forPhones(AssociationEndpoint.right, ReceivedRequest.init(parsing:)) { request in
                try await grantRight(request, now: clock.now()).exposedBytes
            },
            .forEveryone(AssociationEndpoint.batch) { request in
                let now = clock.now()
                // A batch is large: its parsing and its MAC are no work for the threads of connections.
                try await pool.run {
                    let parsed = try request.message { bytes throws(AssociationError) in
                        try ReceivedBatch(parsing: bytes, size: AssociationLimits.batchSize)
                    }
                    try await take(parsed, request.acceptedBody(), now: now)
                }
                return .empty(202)
            },
        ]
    }

    package var internalRoutes: [Route] {
        [
            .forPrograms(AssociationEndpoint.code) { request in
                guard let parsed = CodeRequest(parsing: try request.acceptedBody()),
                    let code = try await codes.issueCode(parsed, now: clock.now())
                else {
                    throw Refusal.notCompliant
                }
                return .json(CodeAnswer(code: code).exposedBody)
            }
        ]
    }
}

// MARK: - Rights

extension Reports {
    /// The right for the code of a request. Every reason for a refusal gives the same answer.
    private func grantRight(_ received: ReceivedRequest, now: UnixTime) async throws -> RightAnswer {
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
        // In this order: a batch that is validated meanwhile is in one of the two.
        let waiting = try await stores.inbox.digests(of: report.right)
        let current = try await stores.reports.report(of: report.right, now: now) ?? report
        let arrived = current.received.union(waiting)
        let received = content.manifest.batches.map { current.isComplete || arrived.contains($0) }
        return RightAnswer(right: report.right, received: received)
    }
}

// MARK: - Batches

extension Reports {
    /// Takes a batch, or does nothing. The phone gets the same answer in every case, so nobody learns by it which
    /// ticket is valid. Its records are looked at later, by ``BatchValidationJob``.
    ///
    /// - Parameter bytes: the batch as it was sent.
    /// - Throws: `Refusal.unavailable` for everybody, as long as too many batches wait.
    private func take(_ received: ReceivedBatch, _ bytes: [UInt8], now: UnixTime) async throws {
        let count = try await stores.inbox.count()
        guard count < WaitingBatch.maxCount else {
            throw Refusal.unavailable
        }
        let batch = WaitingBatch(
            name: BatchName(right: received.batch.right, digest: received.batch.digest),
            registration: received.batch.registration,
            arrival: now,
            bytes: bytes
        )
        guard try await isWanted(batch, received) else {
            return
        }
        if try await stores.inbox.put(batch, now: now) {
            // Before the signal: after it the validation tells the number.
            arrived.validation.metrics.setWaiting(count + 1)
            arrived.signal()
        }
    }

    /// The steps 1 to 3: the sender and the right. Every batch costs the same reads and the same computation.
    ///
    /// The same batch again is not wanted: its authenticators are old by then, and its tickets are known.
    private func isWanted(_ batch: WaitingBatch, _ received: ReceivedBatch) async throws -> Bool {
        let account = try await stores.accounts.account(batch.registration)
        let chain = try account?.chain ?? Self.nobodysChain(batch.arrival)
        let isAuthentic = received.isAuthentic(under: chain, around: batch.arrival)
        let report = try await stores.reports.report(of: batch.name.right, now: batch.arrival)
        guard account != nil else {
            arrived.validation.metrics.count(.noAccount)
            return false
        }
        guard isAuthentic else {
            arrived.validation.metrics.count(.badBatch)
            return false
        }
        guard let report, report.registration == batch.registration,
            report.isComplete || report.manifest.batches.contains(batch.name.digest)
        else {
            arrived.validation.metrics.count(.badRight)
            return false
        }
        return !report.isComplete && !report.received.contains(batch.name.digest)
    }

    /// A chain as old as those of accounts, for the MAC of a decoy: it costs as much as that of a genuine batch.
    private static func nobodysChain(_ now: UnixTime) throws -> ChainKey {
        try ChainKey(
            day: now.utcDay.advanced(byDays: -Account.chainLife),
            bytes: SecretBytes([UInt8](repeating: 0, count: Bytes32.count))
        )
    }
}

extension ReceivedBatch {
    /// Whether a key of the day of `moment`, or of a day beside it, fits: clocks differ around midnight. All three are
    /// tried, also after one that fits: the time tells nothing.
    fileprivate func isAuthentic(under chain: ChainKey, around moment: UnixTime) -> Bool {
        let fits = [0, -1, 1].map { offset in
            (try? chain.dayKeys(on: moment.utcDay.advanced(byDays: offset))).map(isAuthentic) ?? false
        }
        return fits.contains(true)
    }
}
