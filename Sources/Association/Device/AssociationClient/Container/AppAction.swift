public import AssociationAPI
public import AssociationExchange
public import AssociationProtocol
public import Localisation
public import PhonePorts

/// An event for the app: an action of the person, news from the system or the radio, or the end of an effect.
public enum AppAction: Sendable {
    // The system

    /// The app starts, for the person or for a task in the background.
    case launched(inForeground: Bool)
    case enteredForeground
    case enteredBackground
    /// The time has come that the app requested from the scheduler.
    case woken(PhoneTask)
    /// Something about the phone may have changed, for example a permission.
    case phoneChanged

    // The radio

    /// The interval may have changed, so the radio asks for the parts of an exchange.
    case rotate
    /// The radio is about to show the keys of an interval.
    case show(AssociationInterval)
    /// A ticket arrived, or more was measured of a phone whose ticket arrived in this interval.
    case received(ReceivedContact, samples: [RSSISample])
    /// This phone issued a ticket.
    case issued(IssuedTicketRecord, from: ExchangeSide)

    // Onboarding

    /// The person continues: past an explanation, or by consenting to what the step explains.
    case proceed
    case goBack
    case chooseDistrict(PostalDistrict)
    /// Registers again at once after a failure.
    case retryRegistration

    // Places

    case open(AppPlace)
    case setService(isOn: Bool)
    /// Nil for the language of the phone.
    case chooseLanguage(Language?)
    /// Days for which contacts are kept: ``ContactDays/choices``.
    case setContactDays(Int)
    case deleteEverything

    // Report

    /// The code as far as it is typed.
    case typeCode(String)
    /// The code is complete.
    case confirmCode
    /// The person agrees to report the contacts. Nothing is asked again, whatever happens.
    case consent
    /// The person does not report.
    case decline

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
