import ExposurePrimitives
import ImmuniAPI

/// One way of a person who tested positive: from the code on the screen to the keys on the server.
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
        /// The server could not be asked.
        case validationFailed
        /// The code is authorised; the owner sees what would be sent.
        case recap
        /// The system asks the owner for consent: nothing has left yet.
        case consenting(isRetry: Bool)
        /// The keys are on their way.
        case sending(isRetry: Bool)
        /// The owner did not consent.
        case refused
        /// The phone gave no keys, for example because the framework is off: nothing left this time.
        case keysUnavailable(isRetry: Bool)
        /// There was no connection: nothing has left.
        case unsent
        /// No whole answer came, so the keys may have arrived; the same again does no harm.
        case unanswered
        /// As `unanswered`, and then the server did not take the same again: the keys had arrived, the code's time was over, or
        /// the content was refused.
        case uncertain
        /// The code's life was over before anything was sent.
        case expired
        /// The server refused the content, or the packet has no room for it.
        case failed
        case sent(UploadReport)
    }

    /// A new way with a new code.
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

    /// Whether the owner tries again what may have arrived.
    var isRetry: Bool {
        switch phase {
        case .unanswered, .keysUnavailable(isRetry: true): true
        default: false
        }
    }

    /// What is left after the app was killed: only an upload whose answer is unknown. The code of any other way is
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

    /// Whether there is something to tell an owner who went elsewhere.
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

    /// What is left once the owner left the screen: what runs, and what has no answer. Who was told that their keys may
    /// have arrived gets a new code the next time.
    func afterLeaving() -> UploadFlow? {
        switch phase {
        case .consenting, .sending, .unanswered: self
        case .keysUnavailable(isRetry: true): UploadFlow(phase: .unanswered, otp: otp)
        case .code, .validating, .notAuthorised, .validationFailed, .recap, .refused,
            .keysUnavailable(isRetry: false), .unsent, .uncertain, .expired, .failed, .sent:
            nil
        }
    }

    /// What is left where it ended while the owner was elsewhere: what runs or has no answer, and what they must be told.
    func afterEndingUnseen() -> UploadFlow? {
        switch phase {
        case .uncertain, .failed, .sent: self
        default: afterLeaving()
        }
    }

    /// An answer for another code, from before the owner left the screen, says nothing of this one.
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

    /// The phone gave no keys, for example because the owner refused: nothing left.
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

/// What became of a validation.
enum ValidationResult: Hashable, Sendable {
    case authorised
    case notAuthorised
    case failed
}

/// What became of an upload.
enum UploadResult: Hashable, Sendable {
    case sent(UploadReport)
    /// There was no connection.
    case unsent
    /// Sent, but no whole answer came.
    case unanswered
    case notAuthorised
    /// Refused, or not sent at all.
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
