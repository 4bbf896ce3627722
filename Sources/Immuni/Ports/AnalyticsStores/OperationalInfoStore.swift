public import ExposurePrimitives
public import Persistence

/// The six facts and the province of one upload (Immuni, Privacy-Preserving Analytics, "Operational Info").
public struct OperationalFacts: Hashable, Sendable {
    public let platform: Platform
    /// A known code, or `unknown`.
    public let province: String
    public let exposurePermission: Bool
    public let bluetoothActive: Bool
    public let notificationPermission: Bool
    /// The day of the last Risky Exposure, where the person was notified after the last detection.
    public let lastRiskyExposureOn: CalendarDay?

    public enum Platform: String, Sendable, CaseIterable {
        case ios
        case android
    }

    public init(
        platform: Platform,
        province: String,
        exposurePermission: Bool,
        bluetoothActive: Bool,
        notificationPermission: Bool,
        lastRiskyExposureOn: CalendarDay?
    ) {
        self.platform = platform
        self.province = province
        self.exposurePermission = exposurePermission
        self.bluetoothActive = bluetoothActive
        self.notificationPermission = notificationPermission
        self.lastRiskyExposureOn = lastRiskyExposureOn
    }

    /// Whether these are Operational Info with Exposure.
    public var isWithExposure: Bool { lastRiskyExposureOn != nil }

    /// Uploads with exposure, and as many without, that one token gives (Immuni, Privacy-Preserving Analytics, "iOS").
    public static let uploadsByToken = 2
}

/// How often the same facts came on one day. No row stands for a phone.
public struct OperationalCount: Hashable, Sendable {
    /// In UTC, as the phones' months are.
    public let receivedOn: CalendarDay
    public let facts: OperationalFacts
    public let count: Int

    public init(receivedOn: CalendarDay, facts: OperationalFacts, count: Int) {
        self.receivedOn = receivedOn
        self.facts = facts
        self.count = count
    }
}

/// Takes Operational Info, each upload in one transaction that is durable on return.
public protocol OperationalInfoStore: Sendable {
    /// Counts `facts` if the token is valid in the month of `day` and has an upload of their kind left, which is used up
    /// in the same transaction. Returns false, having changed nothing, otherwise.
    func count(_ facts: OperationalFacts, on day: CalendarDay, by token: TokenIdentifier) async throws(StoreError)
        -> Bool

    /// Counts `facts` unless the binding is remembered; from then on it is, until `expiry`, inclusive, and on until
    /// ``deleteExpired(oldestDay:now:)`` forgets it. Returns false, having changed nothing, for a binding that is.
    ///
    /// - Parameter binding: 32 bytes.
    func count(_ facts: OperationalFacts, on day: CalendarDay, boundBy binding: [UInt8], until expiry: UnixTime)
        async throws(StoreError) -> Bool

    /// Does the work of the `count` of the facts' platform and takes it back before the commit, for which it waits all the
    /// same: what cover traffic costs is what a genuine upload costs.
    func rehearse(_ facts: OperationalFacts, on day: CalendarDay) async throws(StoreError)

    /// What was counted from `first` to `last`, in the order of the days.
    func counts(from first: CalendarDay, through last: CalendarDay) async throws(StoreError) -> [OperationalCount]

    /// Forgets counts of days before `oldestDay` and bindings that expired before `now`; returns how many uploads those
    /// counts stood for.
    func deleteExpired(oldestDay: CalendarDay, now: UnixTime) async throws(StoreError) -> Int
}
