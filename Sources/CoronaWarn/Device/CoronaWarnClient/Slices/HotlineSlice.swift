import ClientKit

/// Why the person needs the hotline, and the teleTAN as typed.
typealias HotlineState = StateSlice<HotlineMemory, HotlineSession>

struct HotlineMemory: Codable, Equatable, Sendable {
    var reason: HotlineReason?
}

struct HotlineSession: Equatable, Sendable {
    /// What the person typed. It is a secret, so it does not print.
    var entry: TeleTANEntry?
}

/// The reason why a person calls the hotline. Each has its own words.
public enum HotlineReason: String, Codable, Hashable, Sendable, CaseIterable {
    // What the phone knows

    /// The server refuses the code: it is used, unknown or damaged.
    case codeRefused
    /// The code was registered, but the answer was lost.
    case answerLost
    /// The server refuses the teleTAN: it is used, unknown or expired.
    case teleTANRefused
    /// The results of code and birth date differ.
    case resultsDiffer
    /// The server does not know the test any more.
    case testForgotten
    /// The server permits no more uploads with this test.
    case noTAN
    /// The server refuses a TAN that it has just given.
    case refusedTAN
    /// The keys may have arrived, and the server permits no other upload.
    case uploadUncertain
    /// The server refuses the content of the upload.
    case contentRefused

    // What the person says

    /// The sheet with the code is lost, or it has no code.
    case codeLost
    /// The test was registered on another phone.
    case newPhone
    /// The person did not agree that the app gets the result.
    case retrievalDeclined

    /// The reasons that the person chooses from.
    public static let chosen: [HotlineReason] = [.codeLost, .newPhone, .retrievalDeclined]

    init(_ failure: RegistrationAttempt.Failure, of credential: RegistrationAttempt.Credential) {
        self =
            switch failure {
            case .lost: .answerLost
            case .refused: credential.isTeleTAN ? .teleTANRefused : .codeRefused
            }
    }

    init(_ failure: PreparedUpload.Failure) {
        self =
            switch failure {
            case .noTAN: .noTAN
            case .refusedTAN: .refusedTAN
            case .uncertain: .uploadUncertain
            case .refusedContent: .contentRefused
            }
    }
}

enum HotlineMessage: Sendable {
    case need(HotlineReason)
    case type(String)
    case confirm
    case left
    /// The person has another test, so the reason is over.
    case settled
}

struct HotlineReducer: TimelessSlice {
    func reduce(_ state: inout HotlineState, _ message: HotlineMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .need(let reason):
            state.reason = reason
            // In the background the person is not led anywhere; Home leads there.
            return whole.life.isForeground ? [.tell(.places(.open(.hotline)))] : []
        case .type(let text):
            state.entry = TeleTANEntry(typed: String(text.prefix(Self.maxTyped)))
            return []
        case .confirm:
            guard let teleTAN = state.entry?.teleTAN, whole.tests.registration == nil else {
                return []
            }
            state.entry = nil
            return [.tell(.tests(.register(teleTAN)))]
        case .left:
            state.entry = nil
            // A reason that the person chose belongs to this visit. One that the phone found stays until it is settled.
            if let reason = state.reason, HotlineReason.chosen.contains(reason) {
                state.reason = nil
            }
            return []
        case .settled:
            state.memory = HotlineMemory()
            return []
        }
    }

    /// Characters of a text that somebody may paste.
    private static let maxTyped = 40
}
