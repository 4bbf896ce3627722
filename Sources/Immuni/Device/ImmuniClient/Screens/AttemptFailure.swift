import MessageSignatures

/// Why an attempt to get something from the authority came to nothing, as far as the owner can do something about it.
public enum AttemptFailure: Hashable, Sendable, CaseIterable {
    /// No server answered.
    case noConnection
    /// A server answered, and not with what the app needs.
    case noUsableAnswer
    /// What came is signed for another time: most often the phone's clock is wrong.
    case wrongTime
    /// The phone itself could not do its part.
    case phone
}

extension AttemptFailure {
    init(_ error: MobileClientError) {
        self =
            switch error {
            case .transport: .noConnection
            case .messageRefused(_, .tooOld), .messageRefused(_, .inFuture): .wrongTime
            case .framework, .storage, .evidence: .phone
            case .unexpectedStatus, .malformedAnswer, .unusableSettings, .unauthorisedOTP, .packetTooSmall,
                .chunkRefused,
                .messageRefused:
                .noUsableAnswer
            }
    }
}
