package import ClockPorts
package import DiagnosisKeyStores
package import ExposurePrimitives
import HTTPTypes
import ImmuniAPI
import ImmuniServing
package import KeyServerRules
package import ServiceKit
import WireFormat

/// The Exposure Ingestion Service: checks OTPs and accepts the uploads of people who tested positive.
///
/// Both endpoints have dummies. A dummy is accepted whatever it contains, if it is as large as a phone's request. It
/// does the work of a genuine request up to the commit.
package struct ExposureIngestionService: HostedService {
    package let name = "ingestion"
    package let refusals: any RefusalRenderer = ImmuniRefusals()
    private let rights: any UploadRightStore
    private let uploads: any UploadStore<RightIdentifier, RightEvidence>
    private let rightKey: RightKey
    private let policy: UploadPolicy
    private let minBody: Int
    private let clock: any WallClock
    private let trusted: any TrustedClock
    private let calendar: AuthorityCalendar

    /// - Parameters:
    ///   - minBody: the minimum bytes of a request's body; nil allows any.
    ///   - trusted: the clock that decides which keys are too old to be stored.
    package init(
        rights: any UploadRightStore,
        uploads: any UploadStore<RightIdentifier, RightEvidence>,
        rightKey: RightKey,
        policy: UploadPolicy,
        minBody: Int? = nil,
        clock: any WallClock,
        trusted: any TrustedClock,
        calendar: AuthorityCalendar
    ) {
        self.rights = rights
        self.uploads = uploads
        self.rightKey = rightKey
        self.policy = policy
        self.minBody = minBody ?? 0
        self.clock = clock
        self.trusted = trusted
        self.calendar = calendar
    }

    package var publicRoutes: [Route] {
        [
            Route.forEveryone(ImmuniEndpoint.checkOTP) { request in try await checkOTP(request) },
            Route.forEveryone(ImmuniEndpoint.upload) { request in try await upload(request) },
        ]
    }

    package func checkHealth() async throws {
        _ = try await rights.isLive(RightIdentifier(mac: [UInt8](repeating: 0, count: 32)), now: clock.now())
    }
}

// MARK: - check-otp

extension ExposureIngestionService {
    private func checkOTP(_ request: ServiceRequest) async throws -> ServiceResponse {
        try requirePhonesSize(of: request)
        let now = clock.now()
        switch try request.dummyFlag() {
        case .dummy:
            _ = try? CheckOTPRequest(parsing: request.body)
            _ = try await rights.isLive(identifier(of: randomToken()), now: now)
        case .genuine:
            _ = try CheckOTPRequest(parsing: request.acceptedBody())
            guard try await rights.isLive(identifier(of: token(of: request)), now: now) else {
                throw APIError.unauthorisedOTP
            }
        }
        return accepted
    }
}

// MARK: - upload

extension ExposureIngestionService {
    private func upload(_ request: ServiceRequest) async throws -> ServiceResponse {
        try requirePhonesSize(of: request)
        let now = clock.now()
        let today = calendar.day(of: now)
        switch try request.dummyFlag() {
        case .dummy:
            let skew = ClockSkew(clientClock: request.clientClock, now: now) ?? ClockSkew(seconds: 0)
            let parsed = try? UploadRequest(parsing: request.body, now: now, today: today, skew: skew)
            let accepted = accept(parsed ?? UploadRequest.dummy(now: now), now: now, skew: skew)
            try await uploads.rehearse(identifier(of: randomToken()), now: now) { _ in accepted.rehearsedContent }
        case .genuine:
            guard let skew = ClockSkew(clientClock: request.clientClock, now: now) else {
                throw APIError.notCompliant
            }
            let upload = try UploadRequest(parsing: request.acceptedBody(), now: now, today: today, skew: skew)
            let accepted = accept(upload, now: now, skew: skew)
            let identifier = try identifier(of: token(of: request))
            let isConsumed = try await uploads.consume(identifier, now: now, storing: accepted.content(evidence:))
            guard isConsumed else {
                throw APIError.unauthorisedOTP
            }
        }
        return accepted
    }
}

// MARK: - Parts of both

extension ExposureIngestionService {
    private func accept(_ upload: UploadRequest, now: UnixTime, skew: ClockSkew) -> AcceptedUpload {
        policy.accept(upload, now: now, trusted: trusted.latestTrusted(), skew: skew)
    }

    private var accepted: ServiceResponse { .empty(204, cacheControl: .noStore) }

    /// Refuses a body that is too small for a phone's, before any work. Otherwise a few bytes with the dummy flag would
    /// occupy the database as long as an upload. Dummies and genuine requests get the same answer.
    private func requirePhonesSize(of request: ServiceRequest) throws {
        guard request.body.count >= minBody else {
            throw APIError.notCompliant
        }
    }

    private func token(of request: ServiceRequest) throws -> UploadToken {
        guard let token = UploadToken(authorization: request.headers[.authorization]) else {
            throw APIError.notCompliant
        }
        return token
    }

    private func identifier(of token: UploadToken) -> RightIdentifier {
        RightIdentifier(of: token, under: rightKey)
    }

    private func randomToken() -> UploadToken {
        var generator = SystemRandomNumberGenerator()
        return UploadToken.random(using: &generator)
    }
}
