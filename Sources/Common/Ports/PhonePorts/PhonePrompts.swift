/// What a phone asks its owner; the operating system shows the question, so that no app can skip it.
public protocol PhonePrompts: Sendable {
    /// Whether the phone may broadcast identifiers and record those of others.
    func mayExchangeIdentifiers() async -> Bool

    /// Whether the app may have the Temporary Exposure Keys of the last fourteen days, to upload them, and those that
    /// follow within a day.
    func mayShareKeys() async -> Bool
}
