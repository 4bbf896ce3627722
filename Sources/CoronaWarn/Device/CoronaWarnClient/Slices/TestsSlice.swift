import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives

/// The test: from the scan to the result.
typealias TestsState = StateSlice<TestsMemory, TestsSession>

struct TestsMemory: Codable, Equatable, Sendable {
    /// A registration without an answer yet.
    var registration: PendingRegistration?
    var test: RegisteredTest?
}

struct PendingRegistration: Codable, Equatable, Sendable {
    var attempt: RegistrationAttempt
    /// The earliest time at which the phone tries again by itself.
    var again: UnixTime
    /// The last failure; nil before the first answer.
    var failure: ExchangeFailure?
}

struct RegisteredTest: Codable, Equatable, Sendable {
    var record: TestRecord
    let token: RegistrationToken
    var polling: ResultPolling
    /// Whether the person has seen the present result.
    var isOpened = false
    /// The last question's failure; nil if the server answered.
    var failure: ExchangeFailure?
}

struct TestsSession: Equatable, Sendable {
    /// The reason why the last scanned text cannot be used.
    var scanRefusal: ScanRefusal?
    /// Nothing of the last registration left the phone, and the phone does not try again by itself.
    var isOffline = false
}

enum TestsMessage: Sendable {
    case timePassed
    case appOpened
    case scan(String, birthDate: CalendarDay?)
    case register(TeleTAN)
    case leftScan
    /// The person wants the result, or the registration, now.
    case refresh
    case open
    case remove
    case sendRegistration
    case registrationAnswered(Result<RegistrationToken, ExchangeFailure>)
    case sendQuestion
    case questionAnswered(Result<TestResultAnswer, ExchangeFailure>)
    /// The time for a repetition has come, while the app is open.
    case repeatNow
    case withdrawRepetition
}

extension RegisteredTest {
    init(_ credential: RegistrationAttempt.Credential, token: RegistrationToken, at now: UnixTime) {
        record =
            switch credential {
            case .scanned(let test): TestRecord(scanned: test, registeredAt: now)
            case .teleTAN: TestRecord(teleTANAt: now)
            }
        self.token = token
        polling = ResultPolling(at: now)
        // The hotline has told the person already.
        isOpened = credential.isTeleTAN
    }
}

extension RegistrationAttempt.Credential {
    var isTeleTAN: Bool { if case .teleTAN = self { true } else { false } }
}

extension StateSlice<TestsMemory, TestsSession> {
    /// Whether the answer to a registration may be lost, because the app was killed or the connection broke. Servers
    /// repeat it for ten minutes only, so the app does not wait for the next sequence.
    func mayRecover(at now: UnixTime) -> Bool {
        let isOpen = memory.registration.map { $0.failure == nil || $0.failure == .lost } ?? false
        return isOpen && isRegistrationDue(at: now)
    }

    func isRegistrationDue(at now: UnixTime) -> Bool {
        memory.registration.map { $0.again <= now } ?? false
    }

    func isQuestionDue(at now: UnixTime, pauses: ClosedSpan) -> Bool {
        memory.test.map { $0.record.asks(at: now) && $0.polling.isDue(at: now, pauses: pauses) } ?? false
    }
}
