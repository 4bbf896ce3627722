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
}

enum TestsMessage: Sendable {
    case timePassed
    case scan(String, birthDate: CalendarDay?)
    case register(TeleTAN)
    case leftScan
    /// The person wants the result, or the registration, with the next sequence.
    case refresh
    case open
    case remove
    case sendRegistration
    case registrationAnswered(Result<RegistrationToken, ExchangeFailure>)
    case sendQuestion
    case questionAnswered(Result<TestResultAnswer, ExchangeFailure>)
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
    func isRegistrationDue(at now: UnixTime) -> Bool {
        memory.registration.map { $0.again <= now } ?? false
    }

    func isQuestionDue(at now: UnixTime, pauses: ClosedSpan) -> Bool {
        memory.test.map { $0.record.asks(at: now) && $0.polling.isDue(at: now, pauses: pauses) } ?? false
    }
}
