package import CoronaWarnClient

/// The reason why a story could not be told to its end.
package enum StoryError: Error, Equatable {
    /// The launcher gave an address that is not a server's URL.
    case unusableServerURL(String)
    /// A phone does not believe the configuration that the servers offer, or got none.
    case noConfiguration(of: String, DownloadProblem)
    /// An app does not show what the next step needs.
    case unexpectedScreen(of: String)
    /// The laboratory service or the hotline's service refused a request.
    case staffRefused(status: Int)
    /// The file of results has a line that no laboratory may send.
    case unusableResults
}

extension StoryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusableServerURL(let url): "not the URL of a server: \(url)"
        case .noConfiguration(let owner, .noUsableAnswer):
            """
            \(owner)'s phone refuses the configuration, because it is not signed with the key that is built into the \
            phone
            """
        case .noConfiguration(let owner, let problem): "\(owner)'s phone gets no configuration: \(problem)"
        case .unexpectedScreen(let owner): "\(owner)'s app does not show what the next step needs"
        case .staffRefused(let status): "the servers answered \(status) to the laboratory or the hotline"
        case .unusableResults: "the laboratory's file has a line that cannot be sent"
        }
    }
}
