/// A phone's questions to its owner. The operating system shows them, so no app can skip them.
public protocol PhonePrompts: Sendable {
    /// Whether the phone may broadcast identifiers and record those of others.
    func mayExchangeIdentifiers() async -> Bool

    /// Whether the app may have the Temporary Exposure Keys of the last fourteen days to upload them, and the keys of
    /// the next day.
    func mayShareKeys() async -> Bool
}
