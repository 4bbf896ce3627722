/// The reason why a story could not be told to its end.
package enum StoryError: Error, Equatable {
    /// The launcher gave an address that is not a server's URL.
    case unusableServerURL(String)
    /// The OTP service did not authorise a fresh code.
    case authorisationRefused(status: Int)
    /// The ingestion service does not know a code that was just authorised.
    case codeNotAuthorised
    /// The app does not reach its home screen.
    case notOnboarded
    /// The app could not upload, without a reason.
    case notUploaded
}

extension StoryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusableServerURL(let url): "not the URL of a server: \(url)"
        case .authorisationRefused(let status): "the OTP service answered \(status) to a fresh code"
        case .codeNotAuthorised: "the ingestion service does not know the code that was just authorised"
        case .notOnboarded: "the app does not reach its home screen"
        case .notUploaded: "the app could not upload"
        }
    }
}
