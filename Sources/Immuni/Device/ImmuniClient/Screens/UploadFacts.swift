public import ImmuniAPI

/// An upload, from the code to the answer.
public struct UploadFacts: Hashable, Sendable {
    public let phase: Phase
    /// The code in groups, to read to the operator.
    public let code: String
    /// Seconds until the code may be validated again.
    public let secondsToWait: Int
    /// The content of the upload, before or after it is sent.
    public let content: UploadSummary
    /// Whether the phone gives no keys because the service is off; the person may switch it on
    /// (`AppAction.setService`).
    public let isServiceOff: Bool
    /// Whether the way back discards the code. It would then have to be authorised again.
    public let isCodeLostByLeaving: Bool
    /// The contact of the authority, if the upload failed.
    public let contact: ContactFacts

    /// The progress of the upload.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// The code is shown and can be validated.
        case code
        case validating
        /// The operator has not authorised the code yet; it can be validated again.
        case notAuthorised
        /// The server could not be reached; the code can be validated again.
        case validationFailed
        /// The content of the upload is shown; the person confirms or leaves.
        case recap
        /// The system asks the person for consent, or the keys are under way.
        case sending
        /// The person did not consent in the system's question; they may try again.
        case refused
        /// The phone gave no keys, because the framework is off or not allowed, or the storage is full: nothing was
        /// sent this time. The person may try again with the same code.
        case keysUnavailable
        /// There was no connection, so nothing was sent; the person may try again with the same code.
        case unsent
        /// There was no answer, so the keys may have arrived; the person may try again with the same code, or take a
        /// new one.
        case unanswered
        /// There was no answer, and then the server refused the same request: the keys may have arrived. Sending them
        /// with a new code does no harm.
        case uncertain
        /// The code's two and a half minutes are over: a new code is needed.
        case expired
        /// The server refused the upload.
        case failed
        case sent
    }
}

/// The content of an upload.
public struct UploadSummary: Hashable, Sendable {
    /// Nil if the phone does not tell it before the owner consents.
    public let keyCount: Int?
    public let summaryCount: Int
    public let infoCount: Int
    public let province: Province?
}
