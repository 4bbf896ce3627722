public import ImmuniAPI
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
    case acceptTerms(termsAccepted: Bool, noticeRead: Bool, isFourteen: Bool)
    /// The region, in the onboarding and later. `chooseProvince` is the same for the province, if the region has
    /// several.
    case chooseRegion(Region)
    case chooseProvince(Province)
    /// Fetches the settings again after the first start failed.
    case retrySettings

    // Home

    case open(AppPlace)
    case repair(ServiceProblem)
    case setService(isOn: Bool)
    /// Removes the notice of a contact at risk. Home still shows that there was one while it counts.
    case dismissNotice
    /// Shows the removed notice again.
    case recallNotice
    case confirmRecovery

    // Upload

    case validateCode
    /// Sends the upload that the recap shows, for the first time or again.
    case confirmUpload
    case newCode

    // Settings

    /// Nil follows the phone's language.
    case chooseLanguage(Language?)
    case searchFAQ(String)
    case deleteEverything

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
