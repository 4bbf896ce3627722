import ExposureFramework
import GAENCore
public import ImmuniAPI
public import Localisation
public import PhonePorts

/// What happened: the person did something, the system tells something, or an effect ended.
public enum AppAction: Sendable {
    // The system

    /// The app starts, for the person or for a task in the background.
    case launched(inForeground: Bool)
    case enteredForeground
    case enteredBackground
    /// The time that the app asked the scheduler for has come.
    case woken(PhoneTask)
    /// Something about the phone may have changed: Bluetooth, Location, a permission.
    case phoneChanged

    // Onboarding

    /// The person goes on: past an explanation, or to the question of this step.
    case proceed
    /// The person leaves this step for later.
    case skip
    case goBack
    case acceptTerms(termsAccepted: Bool, noticeRead: Bool, isFourteen: Bool)
    /// In the onboarding and later, and so the province of a region that has several.
    case chooseRegion(Region)
    case chooseProvince(Province)
    /// Fetches the settings again, where the first start failed.
    case retrySettings

    // Home

    case open(AppPlace)
    case repair(ServiceProblem)
    case setService(isOn: Bool)
    /// Removes the notice of a contact at risk. Home goes on saying that there was one while it counts.
    case dismissNotice
    /// Shows the notice again that was removed.
    case recallNotice
    case confirmRecovery

    // Upload

    case validateCode
    /// Sends what the recap shows, for the first time or again.
    case confirmUpload
    case newCode

    // Settings

    /// Nil follows the phone's language.
    case chooseLanguage(Language?)
    case searchFAQ(String)
    case deleteEverything

    /// Something that the app did for itself came to an end.
    case effectEnded(EffectEnd)
}

/// How an effect ended.
public struct EffectEnd: Sendable {
    let result: Result

    enum Result: Sendable {
        case phoneObserved(PhoneFacts, FrameworkFacts)
        case settings(SettingsAnswer)
        case faq(StoredFAQ?)
        case detection(DetectionOutcome)
        case framework(MobileClientError?)
        case validation(OneTimePassword, ValidationResult)
        case keys(Swift.Result<[TemporaryExposureKey], ExposureFrameworkError>)
        case upload(UploadResult, MobileClientError?)
        case token(AnalyticsToken, isAuthorised: Bool)
        case info(InfoResult)
        case shown(PhoneNotification)
        case wiped(Bool)
    }

    init(_ result: Result) {
        self.result = result
    }
}
