import WireFormat

/// The reason why a planned request has no answer.
package enum LoadFailure: String, Hashable, Sendable, CaseIterable {
    /// Too many others waited for their answers, so it was not sent.
    case overflow
    /// An earlier request of its visit failed, whose answer it needs, so it could not be sent.
    case missing
    /// There was no connection.
    case unreachable
    /// The connection broke.
    case interrupted
    case timeout
    /// The answer was longer than a phone reads.
    case tooLarge = "too large"

    init(_ error: HTTPExchangeError) {
        self =
            switch error {
            case .unreachable: .unreachable
            case .interrupted: .interrupted
            case .timeout: .timeout
            case .answerTooLarge: .tooLarge
            }
    }
}
