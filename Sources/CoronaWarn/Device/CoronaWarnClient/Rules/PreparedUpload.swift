import ClientKit
import CoronaWarnAPI
import ExposurePrimitives

/// A finished upload: its bytes are made once, and every attempt sends them. Only its TAN may change.
struct PreparedUpload: Codable, Equatable, Sendable {
    /// The body, ``/CoronaWarnAPI/SubmissionPayload/phoneSize`` bytes.
    let body: [UInt8]
    let keyCount: Int
    private var tan: HeldTAN?
    private var nonce: PhoneNonce
    /// When a request for a TAN with ``nonce`` may have reached the server.
    private var nonceSentAt: UnixTime?
    private var failures = 0
    /// Whether the body is on its way: it left, and nothing is known of it yet. It stays so if the app is killed.
    private var isOut = false
    /// Whether an earlier answer to the body is missing.
    private var lacksAnswer = false

    private struct HeldTAN: Codable, Equatable {
        let tan: TAN
        let gotAt: UnixTime
    }

    /// What the client sends next. It stores the value before it sends.
    enum Step: Sendable {
        case requestTAN(PhoneNonce)
        case send(TAN, [UInt8])
    }

    /// What follows a failure.
    enum Next: Hashable, Sendable {
        /// The phone tries again by itself, without a question.
        case again(at: UnixTime)
        case ended(Failure)
    }

    /// Each has its own words.
    enum Failure: String, Codable, Hashable, Sendable, CaseIterable {
        /// The server gives no TAN for this token: it has expired, or all its TANs are used.
        case noTAN
        /// The server refuses a TAN that it has just given.
        case refusedTAN
        /// The keys may have arrived, and the server then gave no other TAN or refused it.
        case uncertain
        /// The server refuses the content.
        case refusedContent
    }

    /// Nil if the content does not fit.
    init?(_ payload: SubmissionPayload, using generator: inout some RandomNumberGenerator) {
        guard let body = payload.exposedBody(size: SubmissionPayload.phoneSize) else {
            return nil
        }
        self.body = body
        keyCount = payload.keys.count
        nonce = .generate(using: &generator)
    }

    /// Whether the body left and an answer is missing: the keys may have arrived.
    var mayHaveArrived: Bool { isOut || lacksAnswer }

    /// Whether the upload cannot leave before the phone has a TAN.
    func needsTAN(at now: UnixTime) -> Bool { validTAN(at: now) == nil }

    /// The next request; records that it leaves now. The client stores this before it sends.
    mutating func begin(at now: UnixTime, using generator: inout some RandomNumberGenerator) -> Step {
        if let tan = validTAN(at: now) {
            (lacksAnswer, isOut) = (mayHaveArrived, true)
            return .send(tan, body)
        }
        if let sent = nonceSentAt, !(0..<RegistrationAttempt.repeatingLife).contains(now.seconds(since: sent)) {
            (nonce, nonceSentAt) = (.generate(using: &generator), nil)
        }
        nonceSentAt = nonceSentAt ?? now
        return .requestTAN(nonce)
    }

    mutating func got(_ new: TAN, at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        tan = HeldTAN(tan: new, gotAt: now)
        (nonce, nonceSentAt) = (.generate(using: &generator), nil)
    }

    /// Decides what follows a failed request for a TAN.
    mutating func tanFailed(
        _ failure: ExchangeFailure,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> Next {
        switch failure {
        case .refused: .ended(mayHaveArrived ? .uncertain : .noTAN)
        default: wait(after: failure, at: now, using: &generator)
        }
    }

    /// Decides what follows a failed upload.
    mutating func sendingFailed(
        _ failure: ExchangeFailure,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> Next {
        isOut = false
        switch failure {
        case .refused(.content):
            return .ended(.refusedContent)
        case .refused:
            let isOld = tan.map { !(0..<Self.freshness).contains(now.seconds(since: $0.gotAt)) } ?? true
            tan = nil
            // An old TAN may have expired. Another one permits the same keys, and nobody is asked again.
            return isOld ? .again(at: now) : .ended(mayHaveArrived ? .uncertain : .refusedTAN)
        case .lost, .unexpected:
            lacksAnswer = true
            return wait(after: failure, at: now, using: &generator)
        case .tooManyRequests, .unavailable, .busy, .unreachable:
            return wait(after: failure, at: now, using: &generator)
        }
    }

    private mutating func wait(
        after failure: ExchangeFailure,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> Next {
        failures += 1
        let drawn = Self.delay.draw(afterFailures: failures, using: &generator)
        guard case .tooManyRequests(let seconds) = failure else {
            return .again(at: now.advanced(bySeconds: drawn))
        }
        return .again(at: now.advanced(bySeconds: max(drawn, min(seconds, Self.delay.longest))))
    }

    private func validTAN(at now: UnixTime) -> TAN? {
        tan.flatMap { (0..<Self.tanLife).contains(now.seconds(since: $0.gotAt)) ? $0.tan : nil }
    }

    /// Seconds of a TAN: 24 hours, less ten minutes for slow clocks.
    static let tanLife = UnixTime.secondsPerDay - 600
    /// Seconds in which a refused TAN cannot have expired: the shortest life that an authority can choose.
    private static let freshness: Int64 = 60
    /// From half a minute to four hours.
    static let delay = RetryDelay(first: 30, longest: 14_400)
}
