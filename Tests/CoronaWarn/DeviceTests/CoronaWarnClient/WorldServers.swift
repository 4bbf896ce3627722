import CoronaWarnAPI
import ExposurePrimitives

@testable import CoronaWarnClient

/// Verification and submission as a phone sees them, with the contract's rules that its own rules depend on.
struct WorldServers {
    /// The answer to every question for a result.
    var result = TestResultCode(kind: .pcr, outcome: .pending)
    /// TeleTANs that the hotline gave.
    var teleTANs: [TeleTAN] = []
    private(set) var registrations: [Registration] = []
    private(set) var tans: [IssuedTAN] = []
    /// The bodies of uploads, each once.
    private(set) var uploads: [[UInt8]] = []
    /// The number of TANs that a token may use.
    var maxTANs = 2
    private var count: UInt64 = 0

    struct Registration: Equatable {
        let request: RegistrationAttempt
        let token: RegistrationToken
        let at: UnixTime
    }

    struct IssuedTAN: Equatable {
        let tan: TAN
        let token: RegistrationToken
        let nonce: PhoneNonce
        let at: UnixTime
        var body: [UInt8]?
    }

    mutating func answer(to call: SequenceCall, at now: UnixTime) -> CallAnswer {
        switch call {
        case .fake: .fake
        case .register(let attempt): .registration(register(attempt, at: now))
        case .ask(let token): .question(ask(token, at: now))
        case .takeTAN(let token, let nonce): .tan(takeTAN(token, nonce, at: now))
        case .upload(let tan, let body): .upload(upload(tan, body, at: now))
        }
    }

    private mutating func register(
        _ attempt: RegistrationAttempt,
        at now: UnixTime
    ) -> Result<RegistrationToken, ExchangeFailure> {
        if let known = registrations.first(where: { $0.request.credential == attempt.credential }) {
            let isSame = known.request.request.exposedBody() == attempt.request.exposedBody()
            return isSame && now.seconds(since: known.at) < 600 ? .success(known.token) : .failure(.refused(.code))
        }
        if case .teleTAN(let teleTAN) = attempt.credential {
            guard teleTANs.contains(teleTAN) else {
                return .failure(.refused(.code))
            }
        }
        let token: RegistrationToken = make()
        registrations.append(Registration(request: attempt, token: token, at: now))
        return .success(token)
    }

    private func ask(_ token: RegistrationToken, at now: UnixTime) -> Result<TestResultAnswer, ExchangeFailure> {
        guard registrations.contains(where: { $0.token == token }) else {
            return .failure(.refused(.token))
        }
        return .success(TestResultAnswer(code: result.code, sampleCollection: Int(now.seconds) - 7200))
    }

    private mutating func takeTAN(
        _ token: RegistrationToken,
        _ nonce: PhoneNonce,
        at now: UnixTime
    ) -> Result<TAN, ExchangeFailure> {
        if let known = tans.first(where: { $0.token == token && $0.nonce == nonce }) {
            return now.seconds(since: known.at) < 600 ? .success(known.tan) : .failure(.refused(.token))
        }
        let used = tans.count { $0.token == token && $0.body != nil }
        guard registrations.contains(where: { $0.token == token }), used < maxTANs else {
            return .failure(.refused(.token))
        }
        tans.removeAll { $0.token == token && $0.body == nil }
        let tan: TAN = make()
        tans.append(IssuedTAN(tan: tan, token: token, nonce: nonce, at: now))
        return .success(tan)
    }

    private mutating func upload(_ tan: TAN, _ body: [UInt8], at now: UnixTime) -> ExchangeFailure? {
        guard let index = tans.firstIndex(where: { $0.tan == tan }),
            now.seconds(since: tans[index].at) < UnixTime.secondsPerDay
        else {
            return .refused(.tan)
        }
        guard let sent = tans[index].body else {
            tans[index].body = body
            if !uploads.contains(body) {
                uploads.append(body)
            }
            return nil
        }
        return sent == body ? nil : .refused(.tan)
    }

    private mutating func make<Purpose>() -> UUIDCredential<Purpose> {
        count += 1
        var generator = SeededGenerator(seed: count)
        return .generate(using: &generator)
    }

    /// Forgets all TANs, as if they had been consumed.
    mutating func refuseTANs() {
        tans = []
        maxTANs = 0
    }

    /// Forgets issued TANs, as if they had expired.
    mutating func expireTANs() { tans.removeAll { $0.body == nil } }

    mutating func forgetTokens() { registrations = [] }
}
