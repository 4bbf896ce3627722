public import ClientKit
public import ImmuniAPI
public import Localisation
import MessageSignatures
public import PhonePorts

/// The display for the person: the language and one screen.
public struct AppDisplay: Hashable, Sendable {
    public let language: Language
    public let screen: AppScreen
}

/// A screen with the facts that it shows. It has no text: texts are looked up by screen and language.
public enum AppScreen: Hashable, Sendable {
    /// The phone's facts are being read.
    case starting
    /// A required update. The person cannot leave this screen until it is made.
    case updateRequired(StartUpProblem)
    /// The first start: the settings are being fetched.
    case settingUp(SettingUpFacts)
    case onboarding(OnboardingFacts)
    case home(HomeFacts)
    case repair(RepairFacts)
    /// Why there was a contact at risk; nil if nothing is known of it any more.
    case risk(RiskFinding?)
    case upload(UploadFacts)
    case settings(SettingsFacts)
    case language(chosen: Language?)
    case region(RegionFacts)
    case province(ProvinceFacts)
    /// The address of the text; nil if the settings have none.
    case privacyNotice(url: String?)
    case terms(url: String?)
    case faq(FAQFacts)
    case faqEntry(FAQEntryFacts)
    case support(SupportFacts)
    case deleteData(hasFailed: Bool)
    /// Everything is being deleted.
    case deleting
}

/// The facts of the first start, until the settings are there.
public struct SettingUpFacts: Hashable, Sendable {
    /// The reason why the settings were not available; the person may try again (`AppAction.retrySettings`). Nil while
    /// they may still come.
    public let failure: AttemptFailure?
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

/// One step of the onboarding, and its choices.
public struct OnboardingFacts: Hashable, Sendable {
    public let step: Onboarding.Step
    /// The place of the step among those that this owner is shown, from 1.
    public let number: Int
    /// The number of steps for an owner who does what each step asks for.
    public let count: Int
    public let canGoBack: Bool
    /// The choices of the step `region`; nothing is chosen until the owner chooses.
    public let regions: RegionFacts
    /// The choices of the step `province`; nothing is chosen until the owner chooses.
    public let provinces: ProvinceFacts
    /// Addresses of the texts of the step `privacy`.
    public let termsURL: String?
    public let noticeURL: String?
    /// Shown at the first step.
    public let beginning: FreshStart
}

/// Whether the app works, and facts that its owner should know.
public struct HomeFacts: Hashable, Sendable {
    public let service: ServiceStatus
    /// The notice that the person sees, if any, with advice.
    public let status: CovidStatus
    public let lastCheck: LastCheck
    /// The reason why the last check failed; nil if it succeeded.
    public let checkFailure: AttemptFailure?
    /// Whether there is an upload without an answer, or one that failed while the owner was on another screen.
    public let hasUnfinishedUpload: Bool
    /// Whether the person just said that they have recovered.
    public let hasJustRecovered: Bool
    /// Whether the app can say why there was a contact at risk (`AppPlace.risk`).
    public let canExplain: Bool
    /// The contact of the authority.
    public let contact: ContactFacts
    /// Whether the owner is reminded to open the app from time to time: some Android phones stop apps that are never
    /// opened.
    public let mustBeOpened: Bool
}

/// The problems of the service, and their repairs.
public struct RepairFacts: Hashable, Sendable {
    public let problem: ServiceProblem
    public let repair: ServiceProblem.Repair
}

/// The contact of the authority's support; nil if the settings have none.
public struct ContactFacts: Hashable, Sendable {
    public let phone: String?
    /// Hours of the day.
    public let opens: String
    public let closes: String
    public let email: String?
}

/// The facts that the owner can change.
public struct SettingsFacts: Hashable, Sendable {
    public let isServiceOn: Bool
    public let province: Province?
    /// Nil means the phone's language.
    public let language: Language?
    public let build: Int
}

/// The owner's region, nil until they chose one, and all regions.
public struct RegionFacts: Hashable, Sendable {
    public let current: Region?
    public let choices: [Region]
}

/// The owner's province, nil until they chose one of these, and all provinces of the choice.
public struct ProvinceFacts: Hashable, Sendable {
    public let current: Province?
    public let choices: [Province]
}

/// Questions and answers that match the search.
public struct FAQFacts: Hashable, Sendable {
    public let query: String
    /// The matching questions, the best first, with their indexes in the whole list.
    public let results: [Result]
    /// The language of the authority's answers: the owner's, or English if there are none in theirs. Nil while there
    /// are none: they come with a background session.
    public let servedLanguage: Language?

    /// A matching question.
    public struct Result: Hashable, Sendable {
        public let index: Int
        public let title: String
        /// Whether the answer is the authority's, not the app's (`MobileClient.App.questions`).
        public let isServed: Bool
    }
}

/// A question with its answer.
public struct FAQEntryFacts: Hashable, Sendable {
    public let entry: FAQ.Entry
    public let language: Language
}

/// The facts that customer support asks for. The person may copy them into a message; the app sends them nowhere.
public struct SupportFacts: Hashable, Sendable {
    public let contact: ContactFacts
    public let platform: SettingsRequest.Platform
    public let systemVersion: SystemVersion
    public let servicesVersion: SystemVersion?
    public let model: String
    public let build: Int
    public let service: ServiceStatus
    /// Nil before the first check.
    public let lastCheck: CheckTime?
}
