import MessageSignatures

/// The reason why a request to the authority failed, in categories that the owner can act on.
public enum AttemptFailure: Hashable, Sendable, CaseIterable {
    /// No server answered.
    case noConnection
    /// A server answered, but not with what the app needs.
    case noUsableAnswer
    /// The answer is signed for another time: most often the phone's clock is wrong.
    case wrongTime
    /// The phone itself failed.
    case phone
}

extension AttemptFailure {
    init(_ error: MobileClientError) {
        self =
            switch error {
            case .transport: .noConnection
            case .messageRefused(_, .tooOld), .messageRefused(_, .inFuture): .wrongTime
            case .framework, .storage, .evidence: .phone
            case .unexpectedStatus, .malformedAnswer, .unusableSettings, .unusableRule, .unauthorisedOTP,
                .packetTooSmall, .chunkRefused, .messageRefused:
                .noUsableAnswer
            }
    }
}
