public import ImmuniAPI
public import Localisation
import MessageSignatures
public import PhonePorts

/// What the person sees: the language and one screen.
public struct AppDisplay: Hashable, Sendable {
    public let language: Language
    public let screen: AppScreen
}

/// A screen with the facts that it shows. It holds no text: texts are looked up by screen and language.
public enum AppScreen: Hashable, Sendable {
    /// The phone is being looked at.
    case starting
    /// Cannot be left until the update is made.
    case updateRequired(StartUpProblem)
    /// The first start: the settings are being fetched.
    case settingUp(SettingUpFacts)
    case onboarding(OnboardingFacts)
    case home(HomeFacts)
    case repair(RepairFacts)
    case upload(UploadFacts)
    case settings(SettingsFacts)
    case language(chosen: Language?)
    case region(RegionFacts)
    case province(ProvinceFacts)
    /// The address of the text; nil where the settings have none.
    case privacyNotice(url: String?)
    case terms(url: String?)
    case faq(FAQFacts)
    case faqEntry(FAQEntryFacts)
    case support(SupportFacts)
    case deleteData(hasFailed: Bool)
    /// Everything is being deleted.
    case deleting
}

/// The first start, until the settings are there.
public struct SettingUpFacts: Hashable, Sendable {
    /// Why the settings could not be had; the person may try again (`AppAction.retrySettings`). Nil while they may still come.
    public let failure: AttemptFailure?
    public let beginning: FreshStart
}

/// Why an app begins with nothing.
public enum FreshStart: Hashable, Sendable, CaseIterable {
    /// It is new on the phone.
    case first
    /// Its file was damaged. Keys and sightings are the framework's, and are not lost.
    case damaged
    /// The owner deleted everything.
    case deleted
}

/// One step of the onboarding, and what can be chosen there.
public struct OnboardingFacts: Hashable, Sendable {
    public let step: Onboarding.Step
    /// The place of the step among those that this owner is shown, from 1.
    public let number: Int
    /// How many steps there are for an owner who does what each asks for.
    public let count: Int
    public let canGoBack: Bool
    /// What can be chosen in the step `region`; nothing is chosen before the owner did.
    public let regions: RegionFacts
    /// What can be chosen in the step `province`; likewise.
    public let provinces: ProvinceFacts
    /// Addresses of the texts of the step `privacy`.
    public let termsURL: String?
    public let noticeURL: String?
    /// Told at the first step.
    public let beginning: FreshStart
}

/// Whether the app works, and what its owner should know.
public struct HomeFacts: Hashable, Sendable {
    public let service: ServiceStatus
    /// The notice that the person sees, if any, with advice.
    public let status: CovidStatus
    public let lastCheck: LastCheck
    /// Why the last attempt to check came to nothing; nil where it got through.
    public let checkFailure: AttemptFailure?
    /// Whether an upload waits whose answer is unknown, or failed while the owner was elsewhere.
    public let hasUnfinishedUpload: Bool
    /// Whether the person just said that they have recovered.
    public let hasJustRecovered: Bool
    /// How to reach the authority.
    public let contact: ContactFacts
    /// Whether the owner is reminded to open the app from time to time: some Android phones stop apps that are never
    /// opened.
    public let mustBeOpened: Bool
}

/// What keeps the service from working, and what helps.
public struct RepairFacts: Hashable, Sendable {
    public let problem: ServiceProblem
    public let repair: ServiceProblem.Repair
}

/// How to reach the authority's support; nil where the settings say nothing.
public struct ContactFacts: Hashable, Sendable {
    public let phone: String?
    /// Hours of the day.
    public let opens: String
    public let closes: String
    public let email: String?
}

/// What the owner can change.
public struct SettingsFacts: Hashable, Sendable {
    public let isServiceOn: Bool
    public let province: Province?
    /// Nil follows the phone's.
    public let language: Language?
    public let build: Int
}

/// The region that the owner lives in, nil before they chose one, and all that can be chosen.
public struct RegionFacts: Hashable, Sendable {
    public let current: Region?
    public let choices: [Region]
}

/// The province that the owner lives in, nil before they chose one of these, and all that can be chosen.
public struct ProvinceFacts: Hashable, Sendable {
    public let current: Province?
    public let choices: [Province]
}

/// Questions and answers, as searched for.
public struct FAQFacts: Hashable, Sendable {
    public let query: String
    /// The questions that match, the best first, with their places in the whole list.
    public let results: [Result]
    /// The language of the authority's answers: the owner's, or English where it has none in theirs. Nil while there are none:
    /// they come with a background session.
    public let servedLanguage: Language?

    /// A question that matches.
    public struct Result: Hashable, Sendable {
        public let index: Int
        public let title: String
        /// Whether the authority answers it, and not the app (`MobileClient.App.questions`).
        public let isServed: Bool
    }
}

/// A question with its answer.
public struct FAQEntryFacts: Hashable, Sendable {
    public let entry: FAQ.Entry
    public let language: Language
}

/// What customer support asks for; the person may copy it into a message, and it goes nowhere by itself.
public struct SupportFacts: Hashable, Sendable {
    public let contact: ContactFacts
    public let platform: SettingsRequest.Platform
    public let systemVersion: SystemVersion
    public let servicesVersion: SystemVersion?
    public let model: String
    public let build: Int
    public let service: ServiceStatus
    /// Nil before the first.
    public let lastCheck: CheckTime?
}
