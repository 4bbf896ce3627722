import CoronaWarnAPI
import CoronaWarnPackages
import PhonePorts
import WireFormat

extension RequestPurpose {
    /// Nil for requests that our app does not send.
    init?(of request: PhoneRequest) {
        switch request.target {
        case CoronaWarnEndpoint.registrationToken.path: self = .registration
        case CoronaWarnEndpoint.testResult.path: self = .result
        case CoronaWarnEndpoint.tan.path: self = .tan
        case CoronaWarnEndpoint.diagnosisKeys.path: self = .upload
        default: self.init(download: request.target)
        }
    }

    /// A file that everybody may fetch, or the statement beside it.
    private init?(download target: String) {
        let suffix = TreePath.statementSuffix
        switch TreePath(path: target.hasSuffix(suffix) ? String(target.dropLast(suffix.count)) : target) {
        case .configuration: self = .configuration
        case .versions, .countries, .dates, .hours: self = .list
        case .day, .hour: self = .keys
        case nil: return nil
        }
    }

    /// Whether a request is a fake; nil for downloads, which have none.
    static func isFake(_ request: PhoneRequest) -> Bool? {
        request.headers.first { $0.name == CoronaWarnHeader.fake }.map { $0.value == FakeFlag.fake.headerValue }
    }
}
