public import ImmuniAPI

/// An upload, from the code to the answer.
public struct UploadFacts: Hashable, Sendable {
    public let phase: Phase
    /// The code in groups, to be read to the operator.
    public let code: String
    /// Seconds until the code may be validated again.
    public let secondsToWait: Int
    /// What would be sent, or was.
    public let content: UploadSummary
    /// Whether the phone gives no keys because the service is off; the person may switch it on (`AppAction.setService`).
    public let isServiceOff: Bool
    /// Whether the way back gives up the code, so that it would have to be authorised anew.
    public let isCodeLostByLeaving: Bool
    /// How to reach the authority, where the upload failed.
    public let contact: ContactFacts

    /// How far the upload is.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// The code is shown and can be validated.
        case code
        case validating
        /// The operator has not authorised the code, or not yet; it can be validated again.
        case notAuthorised
        /// The server could not be asked; it can be validated again.
        case validationFailed
        /// What is going to be sent; the person confirms or leaves.
        case recap
        /// The system asks the person for consent, or the keys are on their way.
        case sending
        /// The person did not consent in the system's question; they may try again.
        case refused
        /// The phone gave no keys, because the framework is off or not allowed, or the storage is full: nothing left this time.
        /// The person may try again with the same code.
        case keysUnavailable
        /// There was no connection, so nothing was sent; the person may try again with the same code.
        case unsent
        /// No answer, so the keys may have arrived; the person may try again with the same code, or take a new one.
        case unanswered
        /// No answer, and then the server did not take the same again: the keys may have arrived; sending them with a new code
        /// does no harm.
        case uncertain
        /// The code's two and a half minutes are over: a new one is needed.
        case expired
        /// The server refused what was sent.
        case failed
        case sent
    }
}

/// What an upload holds.
public struct UploadSummary: Hashable, Sendable {
    /// Nil where the phone does not say it before the owner consents.
    public let keyCount: Int?
    public let summaryCount: Int
    public let infoCount: Int
    public let province: Province?
}
