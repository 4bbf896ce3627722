import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import OperatorStores
package import ServiceKit
import WireFormat

/// Issues codes to persons who tested positive, gives rights to report for them, and takes the batches of reports.
package struct Reports: AuthorityService {
    private let stores: AssociationStoreSet
    private let secrets: AuthoritySecrets
    private let codes: any CodeIssuing
    private let arrived: ArrivedReports
    private let clock: any WallClock
    private let pool: WorkPool

    package init(_ means: AuthorityMeans, arrived: ArrivedReports) {
        (stores, secrets, clock, pool) = (means.stores, means.secrets, means.clock, means.pool)
        codes = CodeIssuer(
            stores: stores,
            secrets: secrets,
            configuration: means.configuration,
            clock: clock,
            metrics: means.metrics
        )
        self.arrived = arrived
    }

    package var publicRoutes: [Route] {
        [
            .forPhones(AssociationEndpoint.right, ReceivedRequest.init(parsing:)) { request in
                try await grantRight(request, now: clock.now()).exposedBytes
            },
            .forEveryone(AssociationEndpoint.batch) { request in
                try await take(request, now: clock.now())
                return .empty(202)
            },
        ]
    }

    package var internalRoutes: [Route] {
        [
            .forPrograms(AssociationEndpoint.code) { request in
                guard let parsed = CodeRequest(parsing: try request.acceptedBody()) else {
                    throw Refusal.notCompliant
                }
                return .json(CodeAnswer(code: try await issueCode(parsed)).exposedBody)
            }
        ]
    }

    private func issueCode(_ request: CodeRequest) async throws -> ReportCode {
        let name = request.operator.flatMap { OperatorName($0) }
        guard (name == nil) == (request.operator == nil) else {
            throw Refusal.notCompliant
        }
        switch try await codes.issueCode(for: request.window, to: name) {
        case .issued(let code, _): return code
        case .limited(let end): throw AuthorityRefusal.tooManyCodes(seconds: end.seconds(since: clock.now()))
        case .otherDays: throw Refusal.notCompliant
        }
    }
}

// MARK: - Rights

extension Reports {
    /// The right for the code of a request. Every reason for a refusal gives the same answer, after the same reads of
    /// rights and a commit: most requests are decoys, and an observer sees how long a slow disk takes. No phone sends a
    /// request of another form, so that costs nothing.
    private func grantRight(_ received: ReceivedRequest, now: UnixTime) async throws -> RightAnswer {
        guard received.request.purpose == .right, let content = try? RightRequest(parsing: received.request.body) else {
            return .refused
        }
        let sender = try await received.signedSender(for: .right, among: stores.accounts, now: now)
        var generator = SystemRandomNumberGenerator()
        // Nobody has issued a code with a random mark, or is a random subject.
        let subject = sender?.subject ?? ProofSubject(.random(using: &generator))
        let claim = RightClaim(
            mark: sender == nil ? CodeMark(.random(using: &generator)) : secrets.mark(of: content.code),
            registration: received.request.registration,
            places: secrets.places(of: subject, count: ReportLimits.usual.reports),
            manifest: content.manifest,
            right: .random(using: &generator)
        )
        let report = try await stores.reports.grant(claim, limits: .usual, now: now)
        let right = report?.right ?? claim.right
        // In this order: a batch that is validated meanwhile is in one of the two.
        let waiting = try await stores.inbox.digests(of: right)
        let stored = try await stores.reports.report(of: right, now: now)
        guard let current = stored ?? report else {
            return .refused
        }
        let arrived = current.received.union(waiting)
        let received = content.manifest.batches.map { current.isComplete || arrived.contains($0) }
        return RightAnswer(right: right, received: received)
    }
}

// MARK: - Batches

extension Reports {
    /// Takes a batch, or does nothing. The phone gets the same answer in every case, and waits for a commit, so nobody
    /// learns by it which ticket is valid. Its records are looked at later, by ``BatchValidationJob``.
    ///
    /// - Throws: `Refusal.unavailable` for everybody, as long as too many batches wait.
    private func take(_ request: ServiceRequest, now: UnixTime) async throws {
        // A batch is large: its parsing and its MAC are no work for the threads of connections. It waits for the disk
        // outside the pool, which has few places.
        let (batch, count) = try await pool.run {
            let received = try request.message { bytes throws(AssociationError) in
                try ReceivedBatch(parsing: bytes, size: AssociationLimits.batchSize)
            }
            let count = try await stores.inbox.count()
            guard count < WaitingBatch.maxCount else {
                throw Refusal.unavailable
            }
            let isWanted = try await isWanted(received, now: now)
            var generator = SystemRandomNumberGenerator()
            let batch = WaitingBatch(
                // Nobody has a random right, so a batch that is not wanted is not stored.
                name: BatchName(
                    right: isWanted ? received.batch.right : .random(using: &generator),
                    digest: received.batch.digest
                ),
                registration: received.batch.registration,
                arrival: now,
                bytes: try request.acceptedBody()
            )
            return (batch, count)
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
    private func isWanted(_ received: ReceivedBatch, now: UnixTime) async throws -> Bool {
        let batch = received.batch
        let account = try await stores.accounts.account(batch.registration)
        let chain = try account?.chain ?? Self.nobodysChain(now)
        let isAuthentic = received.isAuthentic(under: chain, around: now)
        let report = try await stores.reports.report(of: batch.right, now: now)
        guard account != nil else {
            arrived.validation.metrics.count(.noAccount)
            return false
        }
        guard isAuthentic else {
            arrived.validation.metrics.count(.badBatch)
            return false
        }
        guard let report, report.registration == batch.registration,
            report.isComplete || report.manifest.batches.contains(batch.digest)
        else {
            arrived.validation.metrics.count(.badRight)
            return false
        }
        return !report.isComplete && !report.received.contains(batch.digest)
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
