import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import HTTPTypes
import ServiceKit

// MARK: - TANs, for the submission service

extension VerificationService {
    func verify(_ request: ServiceRequest) async throws -> ServiceResponse {
        let tan = try TANRequest(parsing: request.acceptedBody()).tan
        guard let valid = try await store.consume(tan.digest, now: clock.now()) else {
            throw CoronaWarnError.unknown
        }
        return ServiceResponse.empty(200).naming(valid.teleTAN)
    }

    func reserve(_ request: ServiceRequest) async throws -> ServiceResponse {
        let reservation = try TANReservationRequest(parsing: request.acceptedBody())
        let claim = TANClaim(tan: reservation.tan.digest, upload: reservation.fingerprint)
        var generator = SystemRandomNumberGenerator()
        let name = Bytes16.random(using: &generator)
        switch try await store.reserve(claim, as: name, now: clock.now()) {
        case .reserved(let name, let valid):
            return ServiceResponse.json(TANReservation(name).exposedBody).naming(valid.teleTAN)
        case .event, .taken: throw CoronaWarnError.forbidden
        case .unknown: throw CoronaWarnError.unknown
        }
    }

    func confirm(_ request: ServiceRequest) async throws -> ServiceResponse {
        let reservation = try TANReservation(parsing: request.acceptedBody())
        guard let name = Bytes16(reservation.exposedBytes), try await store.confirm(name, now: clock.now()) else {
            throw CoronaWarnError.unknown
        }
        return .empty(200)
    }
}

// MARK: - Results, for other services

extension VerificationService {
    func tellInternalResult(_ request: ServiceRequest) async throws -> ServiceResponse {
        let token = try TokenRequest(parsing: request.acceptedBody()).token
        let now = clock.now()
        guard let session = try await store.session(of: token.digest, now: now) else {
            throw CoronaWarnError.unknown
        }
        guard case .test(let test) = session.subject else {
            throw CoronaWarnError.forbidden
        }
        let result = try await results.result(of: session, random: randomTest(), now: now)
        return .json(result.answer(withIdentifier: test.code).paddedBody)
    }
}

// MARK: - TeleTANs, for operators

extension VerificationService {
    /// The operator that shows a token.
    func holder(of credential: Credential) async throws -> AccessKeyHolder? {
        guard case .token(let digest) = credential else {
            return nil
        }
        return try await keys.holder(of: digest.bytes, now: clock.now())
    }

    func issueTeleTAN(_ request: ServiceRequest, for holder: AccessKeyHolder) async throws -> ServiceResponse {
        guard let kind = TeleTANKind(header: request.headers[.teleTANType]) else {
            throw CoronaWarnError.notCompliant
        }
        guard holder.role == kind.role else {
            throw CoronaWarnError.unauthorised
        }
        let requester = TeleTANRequester(name: holder.name, authority: holder.authority)
        switch try await issuer.issue(kind, to: requester) {
        case .issued(let teleTAN): return .json(TeleTANAnswer(teleTAN: teleTAN).exposedBody, status: 201)
        case .limited(let end): throw TooManyRequests(seconds: end.seconds(since: clock.now()))
        case .notPermitted: throw CoronaWarnError.forbidden
        }
    }
}

extension TeleTANKind {
    /// The role that gets teleTANs of this kind. An operator for events gets none for tests.
    fileprivate var role: AccessKey.Role {
        switch self {
        case .test: .hotline
        case .event: .hotlineEvent
        }
    }
}

extension ServiceResponse {
    /// The answer with the kind of teleTAN from which a TAN stems.
    fileprivate func naming(_ kind: TeleTANKind?) -> ServiceResponse {
        var response = self
        response.headers[.teleTANType] = kind?.rawValue
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let teleTANType = HTTPField.Name(known: CoronaWarnHeader.teleTANType)
}
