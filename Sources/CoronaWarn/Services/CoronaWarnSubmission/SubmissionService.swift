package import ClockPorts
import CoronaWarnAPI
package import CoronaWarnPorts
import CoronaWarnServing
import DiagnosisKeyStores
package import ExposurePrimitives
import HTTPTypes
package import Logging
package import ServiceKit

/// The Submission Service: takes the keys of people who tested positive, each upload with a TAN.
///
/// It keeps no TAN. Its route has fakes, which are accepted whatever they contain. A fake does the work of a genuine
/// upload up to the commit.
package struct SubmissionService: HostedService {
    package let name = "submission"
    package let refusals: any RefusalRenderer = CoronaWarnRefusals()
    private let uploads: any TANUploads
    private let policy: UploadPolicy
    private let maxBody: Int
    private let marks: (any VerificationStore)?
    private let clock: any WallClock
    private let trusted: any TrustedClock
    private let logger: Logger
    package let activities: [@Sendable () async -> Void]
    private let health: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - marks: the store of the marks of uploads, if no verification service deletes them.
    ///   - trusted: the clock that decides which keys are too old to be stored.
    ///   - activities: what goes on beside requests.
    ///   - health: throws if the database does not answer.
    package init(
        uploads: any TANUploads,
        policy: UploadPolicy,
        maxBody: Int,
        marks: (any VerificationStore)? = nil,
        clock: any WallClock,
        trusted: any TrustedClock,
        logger: Logger,
        activities: [@Sendable () async -> Void] = [],
        health: @escaping @Sendable () async throws -> Void
    ) {
        self.uploads = uploads
        self.policy = policy
        self.maxBody = maxBody
        self.marks = marks
        self.clock = clock
        self.trusted = trusted
        self.logger = logger
        self.activities = activities
        self.health = health
    }

    package var publicRoutes: [Route] {
        [Route.forEveryone(CoronaWarnEndpoint.diagnosisKeys) { try await submit($0) }]
    }

    package var jobs: [PeriodicJob] {
        guard let marks else {
            return []
        }
        return [
            PeriodicJob(
                name: "upload-marks-cleanup",
                every: .seconds(3600),
                runAtStart: true,
                lookingEvery: .seconds(5)
            ) {
                let rows = try await marks.deleteExpired(now: trusted.trustedNow())
                logger.record(SubmissionEvent.cleaned(rows: rows))
            }
        ]
    }

    package func checkHealth() async throws {
        try await health()
    }
}

// MARK: - The route

extension SubmissionService {
    private func submit(_ request: ServiceRequest) async throws -> ServiceResponse {
        guard request.body.count <= maxBody else {
            throw CoronaWarnError.notCompliant
        }
        let headers = try SubmissionHeaders(
            fake: request.headers[.fake],
            authorization: request.headers[.tan],
            oneTimePassword: request.headers[.oneTimePassword]
        )
        do {
            switch headers {
            case .fake: try await rehearse(request.body)
            case .genuine(let tan): try await accept(request.acceptedBody(), with: tan)
            }
        } catch is TANReservationError {
            throw CoronaWarnError.failed
        }
        var response = ServiceResponse.empty(200)
        response.headers[.filteredCheckIns] = "0"
        response.headers[.savedCheckIns] = "0"
        return response
    }

    /// A body that is refused costs no TAN, so the TAN comes last.
    private func accept(_ body: [UInt8], with tan: TAN?) async throws {
        let payload = try SubmissionPayload(parsing: body, rules: policy.rules)
        let now = clock.now()
        guard let tan,
            try await uploads.accept(TANUpload(tan: tan, body: body, now: now), storing: content(of: payload, now: now))
        else {
            throw CoronaWarnError.forbidden
        }
    }

    private func rehearse(_ body: [UInt8]) async throws {
        let now = clock.now()
        var generator = SystemRandomNumberGenerator()
        let payload =
            (try? SubmissionPayload(parsing: body, rules: policy.rules))
            ?? SubmissionPayload.cover(now: now, using: &generator)
        let upload = TANUpload(tan: TAN.generate(using: &generator), body: body, now: now)
        try await uploads.rehearse(upload, storing: content(of: payload, now: now))
    }

    private func content(of payload: SubmissionPayload, now: UnixTime) -> UploadContent {
        var generator = SystemRandomNumberGenerator()
        return policy.content(of: payload, now: now, trusted: trusted.latestTrusted(), using: &generator)
    }
}

extension HTTPField.Name {
    fileprivate static let fake = HTTPField.Name(known: CoronaWarnHeader.fake)
    fileprivate static let tan = HTTPField.Name(known: CoronaWarnHeader.authorization)
    fileprivate static let oneTimePassword = HTTPField.Name(known: CoronaWarnHeader.oneTimePassword)
    fileprivate static let filteredCheckIns = HTTPField.Name(known: CoronaWarnHeader.filteredCheckIns)
    fileprivate static let savedCheckIns = HTTPField.Name(known: CoronaWarnHeader.savedCheckIns)
}
