public import ExposurePrimitives
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
    case repair(ServiceProblem)
    case upload(UploadFacts)
    case settings(SettingsFacts)
    case language(chosen: Language?)
    case province(ProvinceFacts)
    /// The address of the text; nil where the settings have none.
    case privacyNotice(url: String?)
    case terms(url: String?)
    case faq(FAQFacts)
    case faqEntry(FAQ.Entry)
    case support(SupportFacts)
    case deleteData(hasFailed: Bool)
    /// Everything is being deleted.
    case deleting
}

/// The first start, until the settings are there.
public struct SettingUpFacts: Hashable, Sendable {
    /// Whether the settings could not be had; the person may try again (`AppAction.retrySettings`).
    public let hasFailed: Bool
    /// Whether the app began anew because its file was damaged. Keys and sightings are the framework's, and are not lost.
    public let wasDamaged: Bool
}

/// One step of the onboarding, and what can be chosen there.
public struct OnboardingFacts: Hashable, Sendable {
    public let step: Onboarding.Step
    /// From 1.
    public let number: Int
    public let count: Int
    public let canGoBack: Bool
    /// What can be chosen in the step `region`.
    public let regions: [Region]
    /// What can be chosen in the step `province`.
    public let provinces: [Province]
    /// Addresses of the texts of the step `privacy`.
    public let termsURL: String?
    public let noticeURL: String?
    /// At the first step: whether the app begins anew because its file was damaged.
    public let wasDamaged: Bool
}

/// Whether the app works, and what its owner should know.
public struct HomeFacts: Hashable, Sendable {
    public let service: ServiceStatus
    /// The notice that the person sees, if any, with advice.
    public let status: CovidStatus
    /// The UTC day of the last detection that got through; nil before the first.
    public let lastDetection: CalendarDay?
    /// Whether an upload waits whose answer is unknown.
    public let hasUnfinishedUpload: Bool
    /// How to reach the authority.
    public let contact: ContactFacts
    /// Whether the owner is reminded to open the app from time to time: some Android phones stop apps that are never
    /// opened.
    public let mustBeOpened: Bool
}

/// How to reach the authority's support; nil where the settings say nothing.
public struct ContactFacts: Hashable, Sendable {
    public let phone: String?
    /// Hours of the day.
    public let opens: String
    public let closes: String
    public let email: String?
}

/// An upload, from the code to the answer.
public struct UploadFacts: Hashable, Sendable {
    public let phase: Phase
    /// The code in groups, to be read to the operator.
    public let code: String
    /// Seconds until the code may be validated again.
    public let secondsToWait: Int
    /// What would be sent, or was.
    public let content: UploadSummary

    /// How far the upload is.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// The code is shown and can be validated.
        case code
        case validating
        /// The operator has not authorised the code, or not yet; it can be validated again.
        case notAuthorised
        /// No connection; it can be validated again.
        case validationFailed
        /// What is going to be sent; the person confirms or leaves.
        case recap
        /// The system asks the person for consent, or the keys are on their way.
        case sending
        /// The person did not consent in the system's question; they may try again.
        case refused
        /// The phone gave no keys, because the framework is off or not allowed, or the storage is full: nothing left this time.
        /// The person may switch the service on (`AppAction.setService`) and try again with the same code.
        case keysUnavailable
        /// No connection, or no answer; the person may try again with the same code, or take a new one.
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
    /// Keys at most before they are sent, as the phone gives them only with consent; then the real number.
    public let keyCount: Int
    public let summaryCount: Int
    public let infoCount: Int
    public let province: Province?
}

/// What the owner can change.
public struct SettingsFacts: Hashable, Sendable {
    public let isServiceOn: Bool
    public let province: Province?
    /// Nil follows the phone's.
    public let language: Language?
    public let build: Int
}

/// The province that the owner lives in, and all that can be chosen.
public struct ProvinceFacts: Hashable, Sendable {
    public let current: Province?
    public let regions: [Region]
}

/// Questions and answers, as searched for.
public struct FAQFacts: Hashable, Sendable {
    public let query: String
    /// The answers that match, with their places in the whole list.
    public let results: [Result]
    /// Whether there are answers at all: they come with a background session.
    public let isAvailable: Bool

    /// A question that matches.
    public struct Result: Hashable, Sendable {
        public let index: Int
        public let title: String
    }
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
    public let lastDetection: CalendarDay?
}
