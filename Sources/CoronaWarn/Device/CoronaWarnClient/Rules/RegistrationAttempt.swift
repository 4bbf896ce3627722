import ClientKit
import CoronaWarnAPI
import ExposurePrimitives

/// The registration of a test or teleTAN, with everything that a repetition needs. The client stores it before the
/// request leaves, so every repetition has the same bytes.
struct RegistrationAttempt: Codable, Equatable, Sendable {
    let credential: Credential
    private let nonce: PhoneNonce
    /// When a request may have reached the server for the first time; nil while none has.
    private var sentAt: UnixTime?
    private var failures = 0
    /// Whether an answer was lost: the server may have given the token away.
    private var isUncertain = false

    enum Credential: Codable, Equatable, Sendable {
        case scanned(ScannedTest)
        case teleTAN(TeleTAN)
    }

    /// What follows a failure.
    enum Next: Hashable, Sendable {
        /// The same bytes go out again, without a question.
        case again(at: UnixTime)
        /// The phone gives up. Each reason has its own words for the hotline.
        case ended(Failure)
    }

    enum Failure: String, Codable, Hashable, Sendable, CaseIterable {
        /// The code is used, unknown, expired or damaged.
        case refused
        /// The answer was lost, and the server does not give it again: the code is used up.
        case lost
    }

    init(_ credential: Credential, using generator: inout some RandomNumberGenerator) {
        self.credential = credential
        nonce = .generate(using: &generator)
    }

    /// The request, the same each time.
    var request: RegistrationTokenRequest {
        let key: RegistrationTokenRequest.Key =
            switch credential {
            case .scanned(let test): .test(test.identifier, birthDate: test.birthDateIdentifier)
            case .teleTAN(let teleTAN): .teleTAN(teleTAN)
            }
        return RegistrationTokenRequest(key: key, nonce: nonce)
    }

    /// Records that the request leaves now. The client calls it before it sends.
    mutating func sending(at now: UnixTime) {
        // The end of an earlier request was never recorded: the app was killed meanwhile.
        isUncertain = isUncertain || sentAt != nil
        sentAt = min(sentAt ?? now, now)
    }

    /// Decides what follows a failure.
    mutating func failed(
        _ failure: ExchangeFailure,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> Next {
        failures += 1
        switch failure {
        case .refused:
            return .ended(isUncertain ? .lost : .refused)
        case .tooManyRequests(let seconds):
            // Nothing was changed at the server, so its time does not run.
            forgetSending()
            return .again(at: now.advanced(bySeconds: max(seconds, delay(using: &generator))))
        case .unavailable, .busy:
            forgetSending()
            return .again(at: now.advanced(bySeconds: delay(using: &generator)))
        case .unreachable where !isUncertain:
            sentAt = nil
            return .again(at: now.advanced(bySeconds: delay(using: &generator)))
        case .unreachable:
            return recover(at: now, using: &generator)
        case .lost, .unexpected:
            isUncertain = true
            return recover(at: now, using: &generator)
        }
    }

    /// Asks again while the server repeats its answer.
    private func recover(at now: UnixTime, using generator: inout some RandomNumberGenerator) -> Next {
        let next = now.advanced(bySeconds: delay(using: &generator))
        guard let sentAt, next.seconds(since: sentAt) < Self.repeatingLife else {
            return .ended(.lost)
        }
        return .again(at: next)
    }

    private mutating func forgetSending() {
        if !isUncertain {
            sentAt = nil
        }
    }

    private func delay(using generator: inout some RandomNumberGenerator) -> Int64 {
        Self.delay.draw(afterFailures: failures, using: &generator)
    }

    /// Seconds in which the server repeats an answer, less a minute for slow clocks and networks (decision 0161).
    static let repeatingLife: Int64 = 540
    private static let delay = RetryDelay(first: 4, longest: 120)
}
