/// Why the framework refuses a call. Names and codes are those of the Exposure Notifications API's status codes.
public enum ExposureFrameworkError: Error, Equatable, CaseIterable {
    /// The owner does not allow what the call needs (`FAILED_REJECTED_OPT_IN`).
    case rejectedOptIn
    /// The framework is not enabled (`FAILED_SERVICE_DISABLED`).
    case serviceDisabled

    /// The number that the API's clients know.
    public var statusCode: Int {
        switch self {
        case .rejectedOptIn: 39502
        case .serviceDisabled: 39503
        }
    }
}
