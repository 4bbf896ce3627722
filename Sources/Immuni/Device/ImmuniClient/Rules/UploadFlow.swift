import ExposurePrimitives
import ImmuniAPI

/// The upload of a person who tested positive: from the code on the screen to the keys on the server.
struct UploadFlow: Hashable, Sendable {
    var phase: Phase
    let otp: OneTimePassword

    enum Phase: Codable, Hashable, Sendable {
        /// The code is on the screen.
        case code
        /// The server is asked whether the code is authorised.
        case validating
        /// The code is not authorised, or not yet.
        case notAuthorised
        /// The server could not be reached.
        case validationFailed
        /// The code is authorised; the owner sees the content of the upload.
        case recap
        /// The system asks the owner for consent: nothing has left yet.
        case consenting(isRetry: Bool)
        /// The keys are on their way.
        case sending(isRetry: Bool)
        /// The owner did not consent.
        case refused
        /// The phone gave no keys, for example because the framework is off: nothing was sent this time.
        case keysUnavailable(isRetry: Bool)
        /// There was no connection: nothing was sent.
        case unsent
        /// No complete answer came, so the keys may have arrived; the same request again does no harm.
        case unanswered
        /// As `unanswered`, and then the server refused the same request: the keys had arrived, the code had expired,
        /// or the content was refused.
        case uncertain
        /// The code expired before anything was sent.
        case expired
        /// The server refused the content, or the packet has no room for it.
        case failed
        case sent(UploadReport)
    }

    /// A new upload with a new code.
    static func begin(using generator: inout some RandomNumberGenerator) -> UploadFlow {
        UploadFlow(phase: .code, otp: OneTimePassword.generate(using: &generator))
    }

    /// Whether the owner may validate the code.
    var canValidate: Bool {
        switch phase {
        case .code, .notAuthorised, .validationFailed: true
        default: false
        }
    }

    /// Whether the owner may send.
    var canSend: Bool {
        switch phase {
        case .recap, .refused, .keysUnavailable, .unsent, .unanswered: true
        default: false
        }
    }

    /// Whether the owner repeats a request that may have arrived.
    var isRetry: Bool {
        switch phase {
        case .unanswered, .keysUnavailable(isRetry: true): true
        default: false
        }
    }

    /// The upload to keep after the app was killed: only one whose answer is unknown. The code of any other upload is
    /// forgotten.
    func afterRestart() -> UploadFlow? {
        switch phase {
        case .sending, .unanswered, .consenting(isRetry: true), .keysUnavailable(isRetry: true):
            UploadFlow(phase: .unanswered, otp: otp)
        case .uncertain: self
        case .code, .validating, .notAuthorised, .validationFailed, .recap, .consenting(isRetry: false), .refused,
            .keysUnavailable(isRetry: false), .unsent, .expired, .failed, .sent:
            nil
        }
    }

    /// Whether there is something to tell an owner who left the screen.
    var isUnfinished: Bool {
        switch phase {
        case .unanswered, .uncertain, .failed: true
        default: false
        }
    }

    /// Whether a request runs.
    var isUnderWay: Bool {
        switch phase {
        case .validating, .consenting, .sending: true
        default: false
        }
    }

    /// The upload to keep after the owner left the screen: one that is running, or has no answer. Owners who were told
    /// that their keys may have arrived get a new code the next time.
    func afterLeaving() -> UploadFlow? {
        switch phase {
        case .consenting, .sending, .unanswered: self
        case .keysUnavailable(isRetry: true): UploadFlow(phase: .unanswered, otp: otp)
        case .code, .validating, .notAuthorised, .validationFailed, .recap, .refused,
            .keysUnavailable(isRetry: false), .unsent, .uncertain, .expired, .failed, .sent:
            nil
        }
    }

    /// The upload to keep if it ended while the owner was on another screen: one that is running or has no answer, and
    /// one whose result must be shown.
    func afterEndingUnseen() -> UploadFlow? {
        switch phase {
        case .uncertain, .failed, .sent: self
        default: afterLeaving()
        }
    }

    /// Handles a validation. An answer for another code, from before the owner left the screen, is ignored.
    mutating func validated(_ result: ValidationResult, _ otp: OneTimePassword) {
        guard phase == .validating, otp == self.otp else {
            return
        }
        phase =
            switch result {
            case .authorised: .recap
            case .notAuthorised: .notAuthorised
            case .failed: .validationFailed
            }
    }

    /// Handles missing keys, for example because the owner refused: nothing was sent.
    mutating func keysFailed(isRefusal: Bool) {
        guard case .consenting(let isRetry) = phase else {
            return
        }
        phase = !isRefusal ? .keysUnavailable(isRetry: isRetry) : isRetry ? .unanswered : .refused
    }

    mutating func ended(_ result: UploadResult) {
        guard case .sending(let isRetry) = phase else {
            return
        }
        phase =
            switch result {
            case .sent(let report): .sent(report)
            case .unsent: isRetry ? .unanswered : .unsent
            case .unanswered: .unanswered
            case .notAuthorised: isRetry ? .uncertain : .expired
            case .failed: isRetry ? .uncertain : .failed
            }
    }
}

/// The result of a validation.
enum ValidationResult: Hashable, Sendable {
    case authorised
    case notAuthorised
    case failed
}

/// The result of an upload.
enum UploadResult: Hashable, Sendable {
    case sent(UploadReport)
    /// There was no connection.
    case unsent
    /// The upload was sent, but no complete answer came.
    case unanswered
    case notAuthorised
    /// The upload was refused, or not sent at all.
    case failed
}

// MARK: - In the file

extension UploadFlow: Codable {
    private enum CodingKeys: CodingKey {
        case phase, otp
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        phase = try container.decode(Phase.self, forKey: .phase)
        otp = try OneTimePassword(container.decode(String.self, forKey: .otp))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(phase, forKey: .phase)
        try container.encode(otp.exposedText, forKey: .otp)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
    }
}
