/// One of the databases behind the stores. Systems name their own beside those that they share.
package struct DatabaseName: Hashable, Sendable {
    /// For logs, metrics and people.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Rights, keys, chunks and the inbox.
    package static let exposures = DatabaseName("exposures")
    /// The operators' accounts.
    package static let operators = DatabaseName("portal")
    /// The apps' settings.
    package static let settings = DatabaseName("settings")
}
