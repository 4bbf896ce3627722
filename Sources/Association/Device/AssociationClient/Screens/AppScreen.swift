public import AssociationAPI
public import ExposurePrimitives
public import Localisation

/// A screen, and the language of its texts.
public struct AppDisplay: Hashable, Sendable {
    public let screen: AppScreen
    public let language: Language
}

/// A screen with the facts that it shows. It has no text: texts are looked up by screen and language.
public enum AppScreen: Hashable, Sendable {
    /// The phone's facts are being read.
    case starting
    case onboarding(OnboardingFacts)
    case home(HomeFacts)
    case alerts([AlertFacts])
    case report(ReportFacts)
    case settings(SettingsFacts)
    /// The language that the owner chose; nil for that of the phone.
    case language(chosen: Language?)
    case deleteData(hasFailed: Bool)
    /// Everything is being deleted.
    case deleting
}

/// The reason why an app begins without data.
public enum FreshStart: Hashable, Sendable, CaseIterable {
    /// It is new on the phone.
    case first
    /// Its file was damaged.
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
    /// Whether reports are boxes that the authority cannot read.
    public var isPrivate = false
}

/// A day on which the owner was near somebody who reported later.
public struct AlertFacts: Hashable, Sendable {
    /// In UTC.
    public let day: CalendarDay
    public let band: ExposureAlert.ScoreBand
}

/// The state of the app at a glance.
public struct HomeFacts: Hashable, Sendable {
    /// The newest day first.
    public let alerts: [AlertFacts]
    public let service: Service
    /// Nil as long as no report is under way or was made.
    public let report: ReportFacts.Phase?
    /// Whether the phone may not notify its owner. Everything can be looked up in the app, too.
    public let areNotificationsOff: Bool
    /// Whether the authority refuses this phone because of its clock. A report then waits, and goes on by itself.
    public var isTimeWrong = false

    public enum Service: Hashable, Sendable {
        case on
        /// The phone has an account, and no attestations for today. From tomorrow on it takes part.
        case preparing
        /// The owner switched it off.
        case off
        /// The authority has ended the account. The person may register again (`AppAction.retryRegistration`).
        case ended
        /// The phone has no account yet, and registers.
        case registering
        /// The registration failed. The phone tries again by itself, and the person may
        /// (`AppAction.retryRegistration`).
        case notRegistered(RegistrationProblem)
    }
}

/// The reason why there is no account yet.
public enum RegistrationProblem: Hashable, Sendable, CaseIterable {
    case noConnection
    /// The authority cannot make accounts now, or too many were made in the district.
    case unavailable
    /// The authority does not accept the proof.
    case proofRefused
    case noAnswer
}

/// The report of an owner who is ill.
public struct ReportFacts: Hashable, Sendable {
    public let phase: Phase
    /// The code as far as it is typed, in groups of four. The last may have fewer, or more if too much was typed.
    public let groups: [String]
    /// Whether the report has boxes that the authority cannot read.
    public let isPrivate: Bool

    init(phase: Phase, groups: [String] = [], isPrivate: Bool = false) {
        self.phase = phase
        self.groups = groups
        self.isPrivate = isPrivate
    }

    public enum Phase: Hashable, Sendable {
        /// The code is typed; the feedback is nil before the first character.
        case code(ReportCodeEntry.Feedback?)
        /// The person is asked whether to report.
        ///
        /// - Parameters:
        ///   - contacts: how many contacts the phone has.
        ///   - hasFailed: the contacts could not be put together.
        case consent(contacts: Int, hasFailed: Bool)
        /// The report leaves by itself at one of the phone's next upload times.
        ///
        /// - Parameter hasFailed: the last attempt got no answer.
        case waiting(contacts: Int, hasFailed: Bool)
        /// The authority did not accept the code. Only a new one is needed; the feedback is for what is typed.
        case codeRefused(ReportCodeEntry.Feedback?)
        /// Everything has arrived.
        case complete(at: UnixTime)
    }
}

/// The facts that the owner can change.
public struct SettingsFacts: Hashable, Sendable {
    public let isServiceOn: Bool
    /// Days for which contacts are kept.
    public let contactDays: Int
}
