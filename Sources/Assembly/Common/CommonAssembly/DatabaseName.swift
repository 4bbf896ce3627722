/// The name of a database behind the stores. Systems name their own databases beside the shared ones.
package struct DatabaseName: Hashable, Sendable {
    /// The name in logs, in metrics and for people.
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
