public import ExposureFramework
import ImmuniAPI
import PhonePorts

/// Whether the phone recognises exposures and can notify its owner.
public enum ServiceStatus: Hashable, Sendable {
    case working
    /// The owner turned it off.
    case switchedOff
    /// The problems, the most important first.
    case impaired([ServiceProblem])

    init(platform: SettingsRequest.Platform, facts: PhoneFacts, framework: FrameworkFacts, isWanted: Bool) {
        guard isWanted else {
            self = .switchedOff
            return
        }
        let problems = ServiceProblem.allCases.filter { problem in
            switch problem {
            case .hardwareUnsupported: framework.status.contains(.hardwareNotSupported)
            case .frameworkNotAllowed: framework.authorisation != .authorised
            case .frameworkOff:
                framework.authorisation == .authorised && framework.status == .inactivated
            case .locationOff: platform == .android && !facts.isLocationOn
            case .bluetoothOff: framework.status.contains(.bluetoothDisabled)
            case .notificationsOff: facts.notificationPermission != .granted
            case .storageFull: framework.status.contains(.lowStorage)
            }
        }
        self = problems.isEmpty ? .working : .impaired(problems)
    }

    /// Whether the phone would give no keys, because the framework is off or not allowed.
    var isOff: Bool {
        switch self {
        case .working: false
        case .switchedOff: true
        case .impaired(let problems): problems.contains(.frameworkNotAllowed) || problems.contains(.frameworkOff)
        }
    }

    /// Whether a detection can run now: the framework is allowed, on and receiving.
    public var canDetect: Bool {
        switch self {
        case .working: true
        case .switchedOff: false
        case .impaired(let problems): problems.allSatisfy { $0 == .notificationsOff || $0 == .storageFull }
        }
    }
}

/// A problem of the service. The most important cases come first.
public enum ServiceProblem: String, Codable, CaseIterable, Sendable {
    /// The phone has no suitable radio; nothing repairs it.
    case hardwareUnsupported
    /// The owner has not allowed the framework to work.
    case frameworkNotAllowed
    case frameworkOff
    case locationOff
    case bluetoothOff
    case notificationsOff
    case storageFull

    /// The repair of the problem.
    func repair(on phone: PhoneFacts) -> Repair {
        switch self {
        case .hardwareUnsupported: .none
        case .frameworkNotAllowed, .frameworkOff: .ask
        // The system asks once.
        case .notificationsOff: phone.notificationPermission == .notDetermined ? .ask : .systemSettings
        case .locationOff, .bluetoothOff, .storageFull: .systemSettings
        }
    }

    public enum Repair: Hashable, Sendable {
        /// The app asks the owner (`AppAction.repair`).
        case ask
        /// The owner is led to the system's settings.
        case systemSettings
        case none
    }
}

/// The framework's own facts.
public struct FrameworkFacts: Hashable, Sendable {
    public var status: FrameworkStatus
    public var authorisation: FrameworkAuthorisation
    /// How many keys it would give now; nil if it gives none or the number is not known.
    public var releasableKeyCount: Int?

    public init(status: FrameworkStatus, authorisation: FrameworkAuthorisation, releasableKeyCount: Int? = nil) {
        self.status = status
        self.authorisation = authorisation
        self.releasableKeyCount = releasableKeyCount
    }
}
