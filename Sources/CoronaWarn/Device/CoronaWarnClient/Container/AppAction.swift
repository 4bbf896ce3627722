public import CoronaWarnAPI
public import ExposurePrimitives
public import Localisation
public import PhonePorts

/// An event for the app: an action of the person, news from the system, or the end of an effect.
public enum AppAction: Sendable {
    // The system

    /// The app starts, for the person or for a task in the background.
    case launched(inForeground: Bool)
    case enteredForeground
    case enteredBackground
    /// The time has come that the app requested from the scheduler.
    case woken(PhoneTask)
    /// Something about the phone may have changed: Bluetooth, Location, a permission.
    case phoneChanged

    // Onboarding

    /// The person continues: past an explanation, or to the question of this step.
    case proceed
    /// The person leaves this step for later.
    case skip
    case goBack
    /// Fetches the configuration again after the first start failed.
    case retryConfiguration

    // Places

    case open(AppPlace)
    case setService(isOn: Bool)
    /// Nil follows the phone's language.
    case chooseLanguage(Language?)
    case deleteEverything

    // Test

    /// Registers the test of a QR code.
    ///
    /// - Parameter birthDate: for sheets that ask for one.
    case scan(String, birthDate: CalendarDay?)
    /// Asks for the result with the next sequence, or registers what is not registered yet.
    case refresh
    /// Shows the result.
    case openResult
    /// Forgets the test. Keys that were sent stay sent.
    case removeTest

    // Hotline

    /// The person needs the hotline for a reason that the phone cannot know.
    case askHotline(HotlineReason)
    /// The teleTAN as far as it is typed.
    case typeTeleTAN(String)
    /// Registers the teleTAN.
    case confirmTeleTAN

    // Submission

    /// The person agrees to share their keys. The system then asks, too.
    case consent
    /// The person does not share now. They may change their mind while the test is known.
    case decline
    /// The answer about symptoms. Only levels and codes that follow from it are sent.
    case answerSymptoms(SymptomStatement)
    /// The countries that the person visited, if the configuration asks for them.
    case chooseCountries([RegionCode])
    /// Sends what waits with the next sequence.
    case sendNow
    /// Whether the app offers to share further keys on the days after. It is off unless the person switches it on.
    case shareDaily(Bool)
    /// The person agrees to share the keys since the last upload. The system then asks again.
    case consentToday

    /// An effect of the app ended.
    case effectEnded(EffectEnd)
}

/// The end of an effect, with its result.
public struct EffectEnd: Sendable {
    /// The result, as a message to the slice of the effect.
    let message: AppMessage

    init(_ message: AppMessage) {
        self.message = message
    }
}
