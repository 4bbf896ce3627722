/// The reason why the framework refuses a call. Names and codes are those of the Exposure Notifications API's status
/// codes.
public enum ExposureFrameworkError: Error, Equatable, CaseIterable {
    /// Files of a group are missing or repeated (`ERROR`).
    case incompleteExports
    /// The owner is being asked already (`FAILED_ALREADY_STARTED`).
    case alreadyStarted
    /// The phone has no suitable radio (`FAILED_NOT_SUPPORTED`).
    case notSupported
    /// The owner does not allow what the call needs (`FAILED_REJECTED_OPT_IN`).
    case rejectedOptIn
    /// The framework is not enabled (`FAILED_SERVICE_DISABLED`).
    case serviceDisabled
    /// Bluetooth is off (`FAILED_BLUETOOTH_DISABLED`).
    case bluetoothDisabled
    /// A detection is under way (`FAILED_TEMPORARILY_DISABLED`).
    case temporarilyDisabled
    /// The phone's storage failed (`FAILED_DISK_IO`).
    case diskIO
    /// The owner has not allowed the framework to work (`FAILED_UNAUTHORIZED`).
    case unauthorised
    /// The app has reached today's limit of calls (`FAILED_RATE_LIMITED`).
    case rateLimited

    /// The number of the API's status code.
    public var statusCode: Int {
        switch self {
        case .incompleteExports: 13
        case .alreadyStarted: 39500
        case .notSupported: 39501
        case .rejectedOptIn: 39502
        case .serviceDisabled: 39503
        case .bluetoothDisabled: 39504
        case .temporarilyDisabled: 39505
        case .diskIO: 39506
        case .unauthorised: 39507
        case .rateLimited: 39508
        }
    }
}

extension ExposureFrameworkError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .incompleteExports: "files of a group are missing or occur twice"
        case .alreadyStarted: "the owner is being asked already"
        case .notSupported: "the phone has no suitable Bluetooth radio"
        case .rejectedOptIn: "the owner does not allow it"
        case .serviceDisabled: "exposure notifications are disabled"
        case .bluetoothDisabled: "Bluetooth is off"
        case .temporarilyDisabled: "a detection is under way already"
        case .diskIO: "the phone's storage failed"
        case .unauthorised: "the owner has not allowed exposure notifications"
        case .rateLimited: "there were too many calls today"
        }
    }
}
