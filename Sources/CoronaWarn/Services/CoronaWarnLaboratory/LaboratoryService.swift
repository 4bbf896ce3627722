import CoronaWarnAPI
package import CoronaWarnPorts
import CoronaWarnServing
package import ExposurePrimitives
import HTTPTypes
package import Logging
package import ServiceKit

/// The service that keeps laboratories' results: laboratories send them, and the verification service asks for them.
package struct LaboratoryService: HostedService {
    package let name = "laboratory"
    package let refusals: any RefusalRenderer = CoronaWarnRefusals()
    private let results: any TestResultStore
    private let keys: any AccessKeyStore
    private let retention: ResultRetentionJob
    private let clock: any WallClock
    private let logger: Logger
    private let metrics: LaboratoryMetrics

    package init(
        results: any TestResultStore,
        keys: any AccessKeyStore,
        retention: ResultRetentionJob,
        clock: any WallClock,
        logger: Logger,
        metrics: MetricsRegistry
    ) {
        self.results = results
        self.keys = keys
        self.retention = retention
        self.clock = clock
        self.logger = logger
        self.metrics = LaboratoryMetrics(in: metrics)
    }

    package var internalRoutes: [Route] {
        laboratoryRoutes + [
            Route.forPrograms(CoronaWarnEndpoint.appResult) { try await answerVerification($0) },
            Route.forPrograms(CoronaWarnEndpoint.knownTests) { try await answerCleanup($0) },
        ]
    }

    package var partnerRoutes: [Route] { laboratoryRoutes }

    package var jobs: [PeriodicJob] {
        [
            PeriodicJob(name: "result-retention", every: .seconds(3600), runAtStart: true, lookingEvery: .seconds(5)) {
                logger.record(LaboratoryEvent.retained(try await retention.run()))
            }
        ]
    }

    package func checkHealth() async throws {
        _ = try await results.known(among: [])
    }
}

// MARK: - Laboratories

extension LaboratoryService {
    private var laboratoryRoutes: [Route] {
        TestKind.allCases.flatMap { kind in
            let sending = Route.forLaboratories(kind.resultsEndpoint, knownBy: laboratory) { request, laboratory in
                try await store(request, kind, from: laboratory)
            }
            let asking = kind.resultEndpoint.map { endpoint in
                Route.forLaboratories(endpoint, knownBy: laboratory) { request, laboratory in
                    try await answer(request, kind, laboratory)
                }
            }
            return [sending] + (asking.map { [$0] } ?? [])
        }
    }

    /// The laboratory that shows a credential. A certificate says its name, unless the name was revoked.
    private func laboratory(of credential: Credential) async throws -> String? {
        switch credential {
        case .token(let digest):
            let holder = try await keys.holder(of: digest.bytes, now: clock.now())
            return holder?.role == .laboratory ? holder?.name : nil
        case .certificate(let name):
            return try await keys.holder(named: name)?.isRevoked == true ? nil : name
        }
    }

    private var laboratory: CredentialCheck<String> {
        { credential in try await laboratory(of: credential) }
    }

    private func store(
        _ request: ServiceRequest,
        _ kind: TestKind,
        from laboratory: String
    ) async throws -> ServiceResponse {
        let body = try request.acceptedBody()
        let batch: ResultBatch
        do throws(ResultBatchError) {
            batch = try ResultBatch(parsing: body, kind: kind)
        } catch {
            throw RefusedBatch(.notCompliant, error)
        }
        switch try await results.store(batch, from: laboratory, now: clock.now()) {
        case .stored:
            metrics.count(batch)
            return .empty(204, cacheControl: .noStore)
        case .refused(let lines): throw RefusedBatch(.conflict, .badLines(lines))
        }
    }

    private func answer(
        _ request: ServiceRequest,
        _ kind: TestKind,
        _ laboratory: String
    ) async throws -> ServiceResponse {
        let question = try ResultQuestion(parsing: request.acceptedBody(), kind: kind)
        let stored = try await results.result(
            of: question.identifier,
            kind: kind,
            sampleCollection: question.sampleCollection,
            for: laboratory,
            now: clock.now()
        )
        guard let stored else {
            throw CoronaWarnError.unknown
        }
        return .json(TestResultAnswer(stored, code: stored.code.code).exposedBody)
    }
}

// MARK: - The verification service

extension LaboratoryService {
    /// Answers the question for a result. A phone's fake is asked on as a fake: it takes the same path and leaves no
    /// row.
    private func answerVerification(_ request: ServiceRequest) async throws -> ServiceResponse {
        let question = try ResultQuestion(parsingApp: request.acceptedBody())
        let now = clock.now()
        let told: PhoneTestResult
        switch try FakeFlag(ofVerification: request.headers[.fake]) {
        case .genuine:
            told = try await results.phoneResult(of: question.identifier, now: now)
        case .fake:
            try await results.rehearseResult(of: question.identifier, now: now)
            told = PhoneTestResult(StoredTestResult(askedAt: now))
        }
        var response = ServiceResponse.json(TestResultAnswer(told).exposedBody)
        response.headers[.resultSent] = told.isSent ? "1" : "0"
        return response
    }

    private func answerCleanup(_ request: ServiceRequest) async throws -> ServiceResponse {
        let question = try KnownTestsQuestion(parsing: request.acceptedBody())
        let known = try await results.known(among: question.identifiers)
        return .json(KnownTestsAnswer(identifiers: question.identifiers.filter(known.contains)).exposedBody)
    }
}

extension HTTPField.Name {
    fileprivate static let fake = HTTPField.Name(known: CoronaWarnHeader.fake)
    fileprivate static let resultSent = HTTPField.Name(known: CoronaWarnHeader.resultSent)
}

extension TestResultAnswer {
    fileprivate init(_ stored: StoredTestResult, code: Int) {
        self.init(code: code, sampleCollection: stored.sampleCollection, laboratoryID: stored.laboratoryID)
    }

    fileprivate init(_ told: PhoneTestResult) {
        self.init(code: told.code.code, sampleCollection: told.sampleCollection, laboratoryID: told.laboratoryID)
    }
}
