public import ClientKit
public import CoronaWarnAPI
public import CoronaWarnConfiguration
public import ExposurePrimitives
public import Localisation

/// The display for the person: the language and one screen.
public struct AppDisplay: Hashable, Sendable {
    public let language: Language
    public let screen: AppScreen
}

/// A screen with the facts that it shows. It has no text: texts are looked up by screen and language.
public enum AppScreen: Hashable, Sendable {
    /// The phone's facts are being read.
    case starting
    /// The first start: the configuration is being fetched.
    case settingUp(SettingUpFacts)
    case onboarding(OnboardingFacts)
    case home(HomeFacts)
    case risk(RiskFacts)
    case scan(ScanFacts)
    case test(TestFacts)
    case submission(SubmissionFacts)
    case hotline(HotlineFacts)
    case settings(SettingsFacts)
    case language(chosen: Language?)
    case deleteData(hasFailed: Bool)
    /// Everything is being deleted.
    case deleting
}

/// The facts of the first start, until the configuration is there.
public struct SettingUpFacts: Hashable, Sendable {
    /// The reason why the configuration was not available; the person may try again (`AppAction.retryConfiguration`).
    /// Nil while it may still come.
    public let failure: DownloadProblem?
    public let beginning: FreshStart
}

/// The reason why an app begins without data.
public enum FreshStart: Hashable, Sendable, CaseIterable {
    /// It is new on the phone.
    case first
    /// Its file was damaged. Keys and sightings belong to the framework and are not lost.
    case damaged
    /// The owner deleted everything.
    case deleted
}

/// One step of the onboarding.
public struct OnboardingFacts: Hashable, Sendable {
    public let step: OnboardingStep
    /// The place of the step, from 1.
    public let number: Int
    public let count: Int
    public let beginning: FreshStart
}

/// Risk, test and upload at a glance.
public struct HomeFacts: Hashable, Sendable {
    public let risk: RiskFacts
    /// Nil without a test.
    public let test: TestFacts?
    /// Nil as long as nothing can be shared.
    public let submission: SubmissionFacts.Phase?
    /// Why the person needs the hotline; nil if they do not.
    public let hotline: HotlineReason?
    /// Whether the phone may not notify its owner. Everything can be looked up in the app, too.
    public let areNotificationsOff: Bool
}

/// The owner's risk, and why it is so.
public struct RiskFacts: Hashable, Sendable {
    public let status: RiskStatus
    /// Whole days of the last fourteen on which the phone collected, 0…14.
    public let activeDays: Int
    /// Nil before the first.
    public let lastDetection: UnixTime?
    /// Days with a level, newest first, and the exposures behind them.
    public let finding: RiskFinding?
    /// The reason why the last attempt failed; nil if it did not.
    public let problem: DownloadProblem?
    /// Whether the owner wants the service.
    public let isServiceWanted: Bool
}

/// The entry of a test.
public struct ScanFacts: Hashable, Sendable {
    /// The reason why the last text cannot be used; nil if nothing was scanned.
    public let refusal: ScanRefusal?
    /// Whether a registration waits for an answer: only then no other test can be registered.
    public let isBusy: Bool
    /// Whether a new test replaces one.
    public let replacesTest: Bool
}

/// A test, from its registration to the result.
public struct TestFacts: Hashable, Sendable {
    public let phase: Phase
    /// Nil until the test is registered.
    public let registeredAt: UnixTime?
    /// When the sample was taken; nil if unknown.
    public let sampledAt: UnixTime?
    /// Whether the person may ask for the result now. While the phone is asking they need not.
    public let canRefresh: Bool
    /// Whether the person may share keys.
    public let canShare: Bool

    public enum Phase: Hashable, Sendable {
        /// The request is under way, or leaves with the next sequence.
        case registering
        /// The phone keeps the code and tries again by itself.
        case notRegistered(WaitReason)
        /// There is no result yet; the reason if the last question got no answer.
        case pending(WaitReason?)
        /// There is a result. It appears when the person opens it.
        case available
        case result(TestCard)
    }
}

/// The reason why something has not left the phone yet, or got no answer. Each has its own words.
public enum WaitReason: Hashable, Sendable, CaseIterable {
    /// There was no connection: nothing has left the phone.
    case noConnection
    /// The servers have too much to do.
    case busy
    /// The servers failed.
    case serverFailed
    /// The request may have arrived, but no answer came.
    case noAnswer
    /// The results of code and birth date differ, or one is missing.
    case resultsDiffer
}

/// The way from the consent to the upload.
public struct SubmissionFacts: Hashable, Sendable {
    public let phase: Phase
    /// Whether further keys are offered on the days after.
    public let sharesDaily: Bool
    /// Whether the person may share the keys since the last upload now (`AppAction.consentToday`).
    public let offersToday: Bool

    public enum Phase: Hashable, Sendable {
        /// The person is asked for consent.
        case consent(KeysFailure?)
        case declined
        /// The system asks the owner.
        case asking
        case symptoms
        /// The countries to choose from.
        case countries([RegionCode])
        /// Keys are on their way.
        case sending
        /// Not sent yet. The phone tries again by itself, and the person may (`AppAction.sendNow`).
        case notSent(WaitReason?)
        /// The upload got no answer, so the keys may have arrived. The phone sends the same bytes again.
        case unanswered
        case sent(SentKeys)
        /// The server ended the upload. The hotline helps.
        case ended(HotlineReason)
    }
}

/// The hotline: why, its numbers, and the entry of a teleTAN.
public struct HotlineFacts: Hashable, Sendable {
    /// Nil if the person came without a reason.
    public let reason: HotlineReason?
    /// From the configuration.
    public let numbers: [Hotline]
    /// The groups of the teleTAN as typed.
    public let groups: [String]
    /// Nil before the first character.
    public let feedback: TeleTANEntry.Feedback?
    /// Whether the teleTAN can be registered.
    public let canConfirm: Bool
}

/// The facts that the owner can change.
public struct SettingsFacts: Hashable, Sendable {
    public let isServiceOn: Bool
    /// Nil means the phone's language.
    public let language: Language?
}

/// The reason why configuration, packages or detection failed, in categories that the owner can act on.
public enum DownloadProblem: Hashable, Sendable, CaseIterable {
    /// No server answered.
    case noConnection
    /// A server answered, but not with what the app needs.
    case noUsableAnswer
    /// The answer is signed for another time: most often the phone's clock is wrong.
    case wrongTime
    /// The phone itself failed.
    case phone
}
