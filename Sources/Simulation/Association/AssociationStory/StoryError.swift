/// The reason why a story could not be told to its end.
package enum StoryError: Error, Equatable {
    /// The launcher gave an address that is not a server's URL.
    case unusableServerURL(String)
    /// An app does not show what the next step needs.
    case unexpectedScreen(of: String)
    /// The authority answered something else than the contract says.
    case unexpectedAnswer(from: String, status: Int)
    /// Nothing came of a report within the time that the story waits.
    case noEnd(of: String)
    /// A phone with both schemes broadcasts nothing.
    case silence(of: String)
}

extension StoryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusableServerURL(let url): "not the URL of a server: \(url)"
        case .unexpectedScreen(let owner): "\(owner)'s app does not show what the next step needs"
        case .unexpectedAnswer(let path, let status): "\(path) answered \(status)"
        case .noEnd(let name): "waited too long for \(name)"
        case .silence(let owner): "\(owner)'s phone is silent"
        }
    }
}
