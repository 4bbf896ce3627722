public import Localisation

/// A text of the app. Each group of texts is an enum, so that a screen cannot ask for one that does not exist, and each
/// case has all languages, because a ``Localised`` cannot be made without them.
public protocol AppText: Sendable {
    var localised: Localised { get }
}

extension AppText {
    /// The text in one language.
    public func text(in language: Language) -> String {
        localised[language]
    }
}
