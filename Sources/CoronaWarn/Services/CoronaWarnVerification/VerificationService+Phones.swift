import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import HTTPTypes
import ServiceKit

// MARK: - Registration

extension VerificationService {
    func register(_ request: ServiceRequest) async throws -> ServiceResponse {
        let body = try request.acceptedBody()
        let isFake = try request.fakeFlag() == .fake
        let parsed = try RegistrationTokenRequest(parsing: body)
        let token = isFake ? try await rehearseRegistration() : try await register(parsed)
        return .json(RegistrationTokenAnswer(token: token).exposedBody, status: 201)
    }

    private func register(_ request: RegistrationTokenRequest) async throws -> RegistrationToken {
        let derived = secrets.derivation.registrationToken(for: request)
        let token = derived ?? randomToken()
        let key: Registration.Key =
            switch request.key {
            case .test(let code, let birthDate): .test(RegisteredTest(code: code, birthDate: birthDate))
            case .teleTAN(let teleTAN): .teleTAN(secrets.mark(of: teleTAN))
            }
        let now = clock.now()
        let outcome = try await store.register(
            Registration(key: key, token: token.digest, mayComeAgain: derived != nil),
            wrongTeleTANs: configuration.wrongTeleTANs,
            now: now
        )
        switch outcome {
        case .registered:
            return token
        case .refused:
            throw CoronaWarnError.notCompliant
        case .wrongTeleTAN(let wrong):
            metrics.wrong.increase()
            record(wrong)
            throw CoronaWarnError.notCompliant
        case .held(let end):
            metrics.held.increase()
            throw TooManyRequests(seconds: end.seconds(since: now))
        }
    }

    private func rehearseRegistration() async throws -> RegistrationToken {
        let token = randomToken()
        let registration = Registration(
            key: .test(RegisteredTest(code: randomTest())),
            token: token.digest,
            mayComeAgain: true
        )
        try await store.rehearse(registration, now: clock.now())
        return token
    }

    private func record(_ wrong: WrongTeleTANs) {
        if wrong.reachesLimit {
            logger.record(VerificationEvent.wrongTeleTANsHeld(count: wrong.count))
        } else if wrong.count == configuration.wrongTeleTANs / 10 {
            logger.record(VerificationEvent.manyWrongTeleTANs(count: wrong.count))
        }
    }
}

// MARK: - Result

extension VerificationService {
    func tellResult(_ request: ServiceRequest) async throws -> ServiceResponse {
        let body = try request.acceptedBody()
        let isFake = try request.fakeFlag() == .fake
        let token = try TokenRequest(parsing: body).token
        return .json((isFake ? try await rehearsedResult() : try await result(of: token)).paddedBody)
    }

    private func result(of token: RegistrationToken) async throws -> TestResultAnswer {
        let now = clock.now()
        guard let session = try await store.session(of: token.digest, now: now) else {
            // A token that has ended. The refusal takes as long as an answer.
            try await results.rehearse(randomTest(), now: now)
            throw CoronaWarnError.notCompliant
        }
        return try await results.result(of: session, random: randomTest(), now: now).answer
    }

    private func rehearsedResult() async throws -> TestResultAnswer {
        let now = clock.now()
        _ = try await store.session(of: randomToken().digest, now: now)
        try await results.rehearse(randomTest(), now: now)
        return TestResultAnswer(
            code: TestResultCode(kind: .pcr, outcome: .positive).code,
            sampleCollection: Int(clamping: now.seconds)
        )
    }
}

// MARK: - TAN

extension VerificationService {
    func issueTAN(_ request: ServiceRequest) async throws -> ServiceResponse {
        let body = try request.acceptedBody()
        let isFake = try request.fakeFlag() == .fake
        let parsed = try TokenRequest(parsing: body)
        let tan = isFake ? try await rehearseTAN() : try await issueTAN(parsed)
        return .json(TANAnswer(tan: tan).exposedBody, status: 201)
    }

    private func issueTAN(_ request: TokenRequest) async throws -> TAN {
        let now = clock.now()
        guard let session = try await store.session(of: request.token.digest, now: now) else {
            _ = try await rehearseTAN()
            throw CoronaWarnError.notCompliant
        }
        guard try await results.result(of: session, random: randomTest(), now: now).permitsUpload else {
            try await store.rehearse(randomNewTAN(), limits: configuration.tans, now: now)
            throw CoronaWarnError.notCompliant
        }
        let tan = secrets.derivation.tan(for: request) ?? randomTAN()
        let new = NewTAN(tan: tan.digest, token: request.token.digest, request: secrets.mark(of: request))
        guard try await store.issue(new, limits: configuration.tans, now: now) else {
            throw CoronaWarnError.notCompliant
        }
        return tan
    }

    private func rehearseTAN() async throws -> TAN {
        let now = clock.now()
        _ = try await store.session(of: randomToken().digest, now: now)
        try await results.rehearse(randomTest(), now: now)
        try await store.rehearse(randomNewTAN(), limits: configuration.tans, now: now)
        return randomTAN()
    }

    private func randomNewTAN() -> NewTAN {
        NewTAN(tan: randomTAN().digest, token: randomToken().digest, request: nil)
    }
}

extension ServiceRequest {
    fileprivate func fakeFlag() throws(CoronaWarnError) -> FakeFlag {
        try FakeFlag(ofVerification: headers[.fake])
    }
}

extension HTTPField.Name {
    fileprivate static let fake = HTTPField.Name(known: CoronaWarnHeader.fake)
}
