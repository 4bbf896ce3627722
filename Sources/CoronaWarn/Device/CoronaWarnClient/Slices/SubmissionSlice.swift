import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposureFramework
public import ExposurePrimitives
import GAENCore

/// From the consent to the last key on the server.
typealias SubmissionState = StateSlice<SubmissionMemory, SubmissionSession>

struct SubmissionMemory: Codable, Equatable, Sendable {
    /// The questions to the person; nil once the upload is made.
    var draft: SubmissionDraft?
    var plan: SubmissionPlan?
    /// The keys of the next day, if they came while the first upload was not sent yet.
    var collected: [StoredKey]?
    /// The token of the test whose keys are shared.
    var token: RegistrationToken?
    /// The earliest time at which the phone sends the prepared upload by itself.
    var again: UnixTime?
    /// The last attempt's failure; nil before the first answer.
    var failure: ExchangeFailure?
    /// Why the last upload ended without success.
    var ended: PreparedUpload.Failure?
    var sent: SentKeys?
    var isDeclined = false
}

/// The owner's answers until the upload is made. Nothing is asked twice, so it is in the file.
struct SubmissionDraft: Codable, Equatable, Sendable {
    let token: RegistrationToken
    let source: SubmissionPayload.Source
    let consentedAt: UnixTime
    /// Nil until the system gave them.
    var keys: [StoredKey]?
    /// Nil until the person answered about symptoms.
    var levels: UploadLevels?
}

/// The keys that the server has.
public struct SentKeys: Codable, Hashable, Sendable {
    /// All keys of this test so far.
    public let count: Int
    /// When the last ones arrived.
    public let at: UnixTime
}

struct SubmissionSession: Equatable, Sendable {
    /// Why the framework is being asked for keys; nil if it is not.
    var request: KeyRequest?
    /// Why the phone gave no keys the last time.
    var keysFailure: KeysFailure?

    enum KeyRequest: Equatable, Sendable {
        case draft
        /// The key of the test's day, under the consent of the day before.
        case collection
        case daily
    }
}

/// The reason why there is nothing to share.
public enum KeysFailure: Hashable, Sendable, CaseIterable {
    /// The person refused in the system's question.
    case refused
    /// The framework is off or not allowed, or the storage is full.
    case unavailable
    /// The phone has no keys of past days yet.
    case none
}

enum SubmissionMessage: Sendable {
    case timePassed
    case appOpened
    /// The phone is awake in the background.
    case awake
    case consent
    case decline
    case consentToday
    case shareDaily(Bool)
    case keysAnswered(Result<[TemporaryExposureKey], ExposureFrameworkError>)
    case symptoms(SymptomStatement)
    case countries([RegionCode])
    case finish
    /// The person wants the upload to leave with the next sequence.
    case sendNow
    case sendRequestForTAN
    case tanAnswered(Result<TAN, ExchangeFailure>)
    case sendUpload
    case uploadAnswered(ExchangeFailure?)
}

extension StateSlice<SubmissionMemory, SubmissionSession> {
    /// Whether the phone sends the prepared upload by itself.
    func isUploadDue(at now: UnixTime) -> Bool {
        (memory.plan?.isUnsent ?? false) && memory.again.map { $0 <= now } ?? true
    }
}

extension AppState {
    var asksForCountries: Bool { session.configuration?.asksForVisitedCountries ?? false }

    /// Whether the person may consent to share keys: the result is positive, they have seen it, and its keys are
    /// neither sent nor on their way.
    var canShare: Bool {
        guard let test = tests.test, test.isOpened, test.record.permitsUpload else {
            return false
        }
        return submission.token != test.token || submission.sent == nil && !(submission.plan?.isUnsent ?? false)
    }
}
