/// The operating system's services for an app, besides the framework.
public protocol PhoneSystem: Sendable {
    /// The present state of the phone.
    func facts() async -> PhoneFacts

    /// Asks the owner once whether the app may notify them. Later the system answers by itself.
    func mayNotify() async -> Bool
}

/// The state of a phone, from its operating system.
public struct PhoneFacts: Hashable, Sendable {
    /// The version of iOS or Android.
    public var systemVersion: SystemVersion
    /// The version of Google Play Services, which bring the framework to Android; nil if the system contains it.
    public var servicesVersion: SystemVersion?
    /// For support, for example `iPhone 12`.
    public var model: String
    /// Whether Location is switched on; always true if the system finds Bluetooth devices without it.
    public var isLocationOn: Bool
    public var notificationPermission: NotificationPermission
    /// The owner's languages, the preferred one first, as BCP 47 tags.
    public var languages: [String]

    public init(
        systemVersion: SystemVersion,
        servicesVersion: SystemVersion? = nil,
        model: String,
        isLocationOn: Bool = true,
        notificationPermission: NotificationPermission,
        languages: [String]
    ) {
        self.systemVersion = systemVersion
        self.servicesVersion = servicesVersion
        self.model = model
        self.isLocationOn = isLocationOn
        self.notificationPermission = notificationPermission
        self.languages = languages
    }

    public enum NotificationPermission: Hashable, Sendable, CaseIterable {
        case notDetermined
        case refused
        case granted
    }
}

/// A version such as `13.5`: numbers separated by points. Missing numbers count as 0.
public struct SystemVersion: Hashable, Sendable {
    public let numbers: [Int]

    public init(_ numbers: Int...) {
        self.numbers = Self.trimmed(numbers)
    }

    /// Nil unless `text` consists of numbers separated by points.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        let numbers = parts.compactMap { $0 }
        guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        self.numbers = Self.trimmed(numbers)
    }

    private static func trimmed(_ numbers: [Int]) -> [Int] {
        Array(numbers.prefix((numbers.lastIndex { $0 != 0 } ?? -1) + 1))
    }
}

extension SystemVersion: Comparable, CustomStringConvertible {
    public static func < (lhs: SystemVersion, rhs: SystemVersion) -> Bool {
        lhs.numbers.lexicographicallyPrecedes(rhs.numbers)
    }

    public var description: String {
        numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".")
    }
}
