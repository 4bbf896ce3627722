/// A text that people read.
///
/// Each group of texts is an enum, so a screen or page cannot ask for a text that does not exist. Each case has all
/// languages, because a ``Localised`` cannot be made without them.
///
/// ```swift
/// enum ButtonText: LocalisedText {
///     case send
///
///     var localised: Localised {
///         switch self {
///         case .send: Localised(en: "Send", it: "Invia", de: "Senden", fr: "Envoyer", es: "Enviar")
///         }
///     }
/// }
/// print(ButtonText.send.text(in: Language(preferred: ["de-IT", "it"])))
/// ```
public protocol LocalisedText: Sendable {
    var localised: Localised { get }
}

extension LocalisedText {
    /// The text in one language.
    public func text(in language: Language) -> String {
        localised[language]
    }
}
