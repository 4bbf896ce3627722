/// What an app asks the operating system beside the framework.
public protocol PhoneSystem: Sendable {
    /// How the phone stands now.
    func facts() async -> PhoneFacts

    /// Asks the owner once whether the app may notify them; the system answers by itself later on.
    func mayNotify() async -> Bool
}

/// The state of a phone as its operating system tells it.
public struct PhoneFacts: Hashable, Sendable {
    /// iOS's or Android's.
    public var systemVersion: SystemVersion
    /// Of what brings the framework to Android (Google Play Services); nil where the system brings it.
    public var servicesVersion: SystemVersion?
    /// For support, for example `iPhone 12`.
    public var model: String
    /// Whether Location is switched on; always true where the system finds Bluetooth devices without it.
    public var isLocationOn: Bool
    public var notificationPermission: NotificationPermission
    /// The owner's languages, best first, as BCP 47 tags.
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

/// A version such as `13.5`: numbers between points, where missing ones count as 0.
public struct SystemVersion: Hashable, Sendable {
    public let numbers: [Int]

    public init(_ numbers: Int...) {
        self.numbers = Self.trimmed(numbers)
    }

    /// Nil unless `text` is made of numbers between points.
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
