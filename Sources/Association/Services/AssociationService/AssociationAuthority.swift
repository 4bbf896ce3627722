import AssociationAPI
package import AssociationPorts
import AssociationProtocol
package import ClockPorts
package import ExposurePrimitives
import HTTPTypes
package import Logging
package import Persistence
package import ServiceKit
import WireFormat

/// The central authority: registers phones, takes reports, and validates each reported contact.
package struct AssociationAuthority: HostedService {
    package let name = "association"
    package let refusals: any RefusalRenderer = AuthorityRefusals()
    private let registrations: RegistrationDesk
    private let reports: ReportDesk
    private let form: ReportForm
    private let files: BoxFiles
    private let boxes: BoxPublicationJob
    private let forwarded: ForwardedReportDesk
    private let forwarding: ForwardingJob
    private let forwardingMetrics: ForwardingMetrics
    private let codes: CodeIssuer
    /// Accounts whose use is not written yet.
    package let uses: AccountUses
    private let alerts: AlertDesk
    private let attestations: AttestationDesk
    private let decisions: DecisionDesk
    /// The job that looks at the batches that have arrived.
    package let validation: BatchValidationJob
    private let arrivals: ArrivalSignal
    private let pool = WorkPool()
    private let stores: AssociationStoreSet
    private let indexing: ClientIDIndexJob
    private let retention: AuthorityRetentionJob
    private let unansweredProofs: UnansweredProofs
    private let clock: any WallClock
    private let logger: Logger
    package let activities: [@Sendable () async -> Void]

    /// - Parameters:
    ///   - files: for published boxes.
    ///   - partners: the authorities with which contacts are exchanged.
    ///   - trusted: the clock of jobs, which delete.
    ///   - activities: work that continues as long as the service.
    package init(
        stores: AssociationStoreSet,
        proofs: any RegistrationProofVerifier,
        secrets: AuthoritySecrets,
        configuration: AuthorityConfiguration,
        files: any ObjectStore,
        partners: [ForeignAuthority] = [],
        clock: any WallClock,
        trusted: any TrustedClock,
        logger: Logger,
        metrics: MetricsRegistry,
        activities: [@Sendable () async -> Void] = []
    ) {
        let provisional = ProvisionalIndexes(accounts: stores.accounts)
        registrations = RegistrationDesk(
            accounts: stores.accounts,
            provisional: provisional,
            proofs: proofs,
            secrets: secrets,
            configuration: configuration
        )
        let (arrivals, measured) = (ArrivalSignal(), AuthorityMetrics(in: metrics))
        self.arrivals = arrivals
        reports = ReportDesk(stores: stores, secrets: secrets, arrivals: arrivals, metrics: measured)
        let home = configuration.jurisdiction
        forwarded = ForwardedReportDesk(stores: stores, home: home, partners: partners, arrivals: arrivals)
        forwarding = ForwardingJob(stores: stores, home: home, partners: partners, clock: trusted)
        forwardingMetrics = ForwardingMetrics(in: metrics)
        (form, self.files) = (configuration.reports, BoxFiles(files))
        boxes = BoxPublicationJob(
            stores: stores,
            files: files,
            configuration: configuration,
            secrets: secrets,
            clock: trusted
        )
        let validation = BatchValidationJob(
            stores: stores,
            provisional: provisional,
            places: ForwardingPlaces(home: home, partners: Set(partners.map(\.jurisdiction))),
            form: configuration.reports,
            metrics: measured
        )
        self.validation = validation
        self.activities =
            activities + [{ await Self.validate(validation, at: arrivals, of: stores, measured, logger) }]
        codes = CodeIssuer(stores: stores, secrets: secrets, configuration: configuration)
        uses = AccountUses { try await stores.accounts.noteUse(of: $0, on: $1) }
        alerts = AlertDesk(stores: stores, uses: uses)
        attestations = AttestationDesk(
            stores: stores,
            signingKey: configuration.attestsIdentities ? secrets.attestationKey : nil
        )
        decisions = DecisionDesk(
            stores: stores,
            clock: trusted,
            usualPeople: configuration.usualPeople,
            logger: logger,
            metrics: metrics
        )
        unansweredProofs = UnansweredProofs(in: metrics)
        indexing = ClientIDIndexJob(stores: stores, clock: trusted, provisional: provisional)
        retention = AuthorityRetentionJob(
            stores: stores,
            clock: trusted,
            unusedDays: configuration.unusedDays
        )
        self.stores = stores
        self.clock = clock
        self.logger = logger
    }

    package var publicRoutes: [Route] {
        phoneRoutes + (form == .private ? [.forEveryone(AssociationEndpoint.boxes) { try await showBoxes($0) }] : [])
    }

    private var phoneRoutes: [Route] {
        [
            .forEveryone(AssociationEndpoint.registration) { try await register($0) },
            .forEveryone(AssociationEndpoint.right) { try await grantRight($0) },
            .forEveryone(AssociationEndpoint.batch) { try await take($0) }
                .takingBodies(upTo: AssociationLimits.batchSize),
            .forEveryone(AssociationEndpoint.poll) { try await poll($0) },
            .forEveryone(AssociationEndpoint.attestations) { try await attest($0) },
        ]
    }

    package var internalRoutes: [Route] {
        [.forPrograms(AssociationEndpoint.code) { try await issueCode($0) }]
    }

    package var partnerRoutes: [Route] {
        [
            Route.forForeignAuthorities(AssociationEndpoint.forwardedReport) { request, name in
                try await takeForwarded(request, from: name)
            }
            .takingBodies(upTo: ForwardedReport.maxSize)
        ]
    }

    package var jobs: [PeriodicJob] { (form == .validated ? [indexes] : []) + usualJobs }

    /// Only for the validation of contacts: nobody else has to find a phone by its ClientID. Each process has the index
    /// of the present interval in its memory.
    private var indexes: PeriodicJob {
        PeriodicJob(name: "client-id-index", every: .seconds(60), runAtStart: true, in: .everyProcess) {
            try await makeIndexes()
        }
    }

    private var usualJobs: [PeriodicJob] {
        [
            // Batches that an earlier process left, and those after a failure.
            PeriodicJob(name: "report-validation", every: .seconds(60), runAtStart: true, in: .everyProcess) {
                [arrivals] in
                arrivals.signal()
            },
            PeriodicJob(name: "exposure-decisions", every: .seconds(60), runAtStart: true, lookingEvery: .seconds(1)) {
                try await decisions.run()
            },
            // Each hour: a day whose publication failed is tried again soon.
            PeriodicJob(
                name: "box-publication",
                every: .seconds(3600),
                runAtStart: true,
                lookingEvery: .seconds(5)
            ) {
                try await publish()
            },
            PeriodicJob(name: "contact-forwarding", every: .seconds(60), runAtStart: true) { try await forward() },
            PeriodicJob(name: "account-uses", every: .seconds(60), in: .everyProcess) { try await uses.write() },
            PeriodicJob(name: "registration-proofs", every: .seconds(60), in: .everyProcess) { tellOfProofs() },
            PeriodicJob(
                name: "association-cleanup",
                every: .seconds(3600),
                runAtStart: true,
                lookingEvery: .seconds(5)
            ) {
                try await clean()
            },
        ]
    }

    /// Validates what has arrived, for as long as the service runs.
    private static func validate(
        _ job: BatchValidationJob,
        at arrivals: ArrivalSignal,
        of stores: AssociationStoreSet,
        _ metrics: AuthorityMetrics,
        _ logger: Logger
    ) async {
        for await _ in arrivals.arrivals {
            do {
                let outcome = try await job.run()
                if outcome != BatchValidationJob.Outcome() {
                    logger.record(AuthorityEvent.validated(outcome))
                }
                try await metrics.setWaiting { try await stores.inbox.count() }
            } catch {
                // The batches stay, and the next signal comes within a minute.
                logger.record(AuthorityEvent.validationFailed)
            }
        }
    }

    private func publish() async throws {
        let outcome = try await boxes.run()
        if !outcome.isEmpty {
            logger.record(AuthorityEvent.boxesPublished(outcome))
        }
    }

    private func forward() async throws {
        let outcome = try await forwarding.run()
        forwardingMetrics.count(outcome)
        if !outcome.isEmpty {
            logger.record(AuthorityEvent.forwarded(outcome))
        }
    }

    private func makeIndexes() async throws {
        let count = try await indexing.run()
        if count > 0 {
            logger.record(AuthorityEvent.indexed(intervals: count))
        }
    }

    private func tellOfProofs() {
        let count = unansweredProofs.take()
        if count > 0 {
            logger.record(AuthorityEvent.proofsUnanswered(count))
        }
    }

    private func clean() async throws {
        logger.record(AuthorityEvent.cleaned(try await retention.run()))
    }

    /// A day: a published part never changes.
    package static let secondsInCache = 86_400

    package func checkHealth() async throws {
        var generator = SystemRandomNumberGenerator()
        _ = try await stores.accounts.account(.random(using: &generator))
    }
}

// MARK: - Routes

extension AssociationAuthority {
    private func register(_ request: ServiceRequest) async throws -> ServiceResponse {
        let parsed: RegistrationRequest = try request.parsedBody { bytes throws(AssociationError) in
            try RegistrationRequest(parsing: bytes)
        }
        do {
            switch try await registrations.register(parsed, now: clock.now()) {
            case .registered(let answer): return .octets(answer.exposedBytes)
            case .refused: throw AuthorityRefusal.proofRefused
            case .isFull: throw AuthorityRefusal.isFull
            }
        } catch is ProofFailure {
            unansweredProofs.add()
            throw Refusal.unavailable
        }
    }

    private func grantRight(_ request: ServiceRequest) async throws -> ServiceResponse {
        let parsed: ReceivedRequest = try request.parsedBody { bytes throws(AssociationError) in
            try ReceivedRequest(parsing: bytes)
        }
        return .octets(try await reports.grantRight(parsed, now: clock.now()).exposedBytes)
    }

    private func take(_ request: ServiceRequest) async throws -> ServiceResponse {
        let now = clock.now()
        // A batch is large: its parsing and its MAC are no work for the threads of connections.
        try await pool.run {
            let parsed: ReceivedBatch = try request.parsedBody { bytes throws(AssociationError) in
                try ReceivedBatch(parsing: bytes, size: AssociationLimits.batchSize)
            }
            try await reports.take(parsed, request.acceptedBody(), now: now)
        }
        return .empty(202)
    }

    private func takeForwarded(_ request: ServiceRequest, from name: String) async throws -> ServiceResponse {
        let now = clock.now()
        try await pool.run {
            let parsed: ForwardedReport = try request.parsedBody { bytes throws(AssociationError) in
                try ForwardedReport(parsing: bytes)
            }
            try await forwarded.take(parsed, request.acceptedBody(), from: name, now: now)
        }
        return .empty(202)
    }

    private func poll(_ request: ServiceRequest) async throws -> ServiceResponse {
        let parsed: ReceivedRequest = try request.parsedBody { bytes throws(AssociationError) in
            try ReceivedRequest(parsing: bytes)
        }
        return .octets(try await alerts.answer(to: parsed, now: clock.now()))
    }

    private func attest(_ request: ServiceRequest) async throws -> ServiceResponse {
        let parsed: ReceivedRequest = try request.parsedBody { bytes throws(AssociationError) in
            try ReceivedRequest(parsing: bytes)
        }
        return .octets(try await attestations.answer(to: parsed, now: clock.now()).bytes)
    }

    private func showBoxes(_ request: ServiceRequest) async throws -> ServiceResponse {
        guard request.parameters.count == 2,
            let name = BoxFileName(day: request.parameters[0], part: request.parameters[1]),
            let content = try await files.content(of: name)
        else {
            throw Refusal.notFound
        }
        return ServiceResponse(
            status: 200,
            headers: [
                .contentType: MediaType.octets.text,
                .cacheControl: CacheControl.public(maxAge: Self.secondsInCache).value,
            ],
            body: .buffer(content)
        )
    }

    private func issueCode(_ request: ServiceRequest) async throws -> ServiceResponse {
        guard let parsed = CodeRequest(parsing: try request.acceptedBody()),
            let code = try await codes.issueCode(parsed, now: clock.now())
        else {
            throw Refusal.notCompliant
        }
        return .json(CodeAnswer(code: code).exposedBody)
    }
}

extension ServiceRequest {
    /// The body as a message of the contract. Every mistake of a layout gets the same answer.
    fileprivate func parsedBody<Message>(
        _ parse: ([UInt8]) throws(AssociationError) -> Message
    ) throws(Refusal) -> Message {
        let body = try acceptedBody()
        do throws(AssociationError) {
            return try parse(body)
        } catch {
            throw .notCompliant
        }
    }
}

extension ServiceResponse {
    fileprivate static func octets(_ bytes: [UInt8]) -> ServiceResponse {
        ServiceResponse(
            status: 200,
            headers: [.contentType: MediaType.octets.text, .cacheControl: CacheControl.noStore.value],
            body: .bytes(bytes)
        )
    }
}
