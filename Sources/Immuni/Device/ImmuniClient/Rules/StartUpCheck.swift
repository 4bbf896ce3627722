import ExposurePrimitives
import ImmuniAPI
public import PhonePorts

/// Whether the app can work on this phone at all ("Immuni's Technology", iOS App and Android App).
enum StartUpCheck {
    /// The update that is required first; nil if none is.
    ///
    /// - Parameter minimumBuild: from the signed settings; nil before there are any.
    static func problem(
        platform: SettingsRequest.Platform,
        build: Int,
        facts: PhoneFacts,
        requirements: SystemRequirements,
        minimumBuild: Int?
    ) -> StartUpProblem? {
        switch platform {
        case .iOS where facts.systemVersion < requirements.iOS:
            return .systemTooOld(needed: requirements.iOS)
        case .android where facts.systemVersion < requirements.android:
            return .systemTooOld(needed: requirements.android)
        case .android where facts.servicesVersion.map({ $0 < requirements.androidServices }) ?? false:
            return .servicesTooOld(needed: requirements.androidServices)
        case .iOS, .android:
            return (minimumBuild ?? 0) > build ? .appTooOld : nil
        }
    }
}

/// The oldest versions that have the framework.
public struct SystemRequirements: Hashable, Sendable {
    public var iOS: SystemVersion
    public var android: SystemVersion
    /// The version of Google Play Services, which bring the framework on Android.
    public var androidServices: SystemVersion

    public init(
        iOS: SystemVersion = SystemVersion(13, 5),
        android: SystemVersion = SystemVersion(6),
        androidServices: SystemVersion = SystemVersion(20, 18, 13)
    ) {
        self.iOS = iOS
        self.android = android
        self.androidServices = androidServices
    }
}

/// A required update. The app does not work until it is made, and no other screen is shown meanwhile.
public enum StartUpProblem: Hashable, Sendable {
    case systemTooOld(needed: SystemVersion)
    case servicesTooOld(needed: SystemVersion)
    case appTooOld
}
