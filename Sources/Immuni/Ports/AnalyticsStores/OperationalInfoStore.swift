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
    /// The day of the last Risky Exposure, if the person was notified after the last detection.
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

    /// The number of uploads with exposure, and also of uploads without, for each token (Immuni, Privacy-Preserving
    /// Analytics, "iOS").
    public static let uploadsByToken = 2
}

/// The number of times that the same facts came on one day. No row belongs to a phone.
public struct OperationalCount: Hashable, Sendable {
    /// In UTC, like the phones' months.
    public let receivedOn: CalendarDay
    public let facts: OperationalFacts
    public let count: Int

    public init(receivedOn: CalendarDay, facts: OperationalFacts, count: Int) {
        self.receivedOn = receivedOn
        self.facts = facts
        self.count = count
    }
}

/// Accepts Operational Info, each upload in one transaction that is durable on return.
public protocol OperationalInfoStore: Sendable {
    /// Counts `facts` if the token was authorised in one of `months` and has an upload of their kind left. The same
    /// transaction uses up this upload. Otherwise returns false and changes nothing.
    func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        by token: TokenIdentifier,
        authorisedIn months: ClosedRange<CalendarMonth>
    ) async throws(StoreError) -> Bool

    /// Counts `facts` unless the binding is remembered. Remembers the binding until `expiry`, inclusive, and after that
    /// until ``deleteExpired(oldestDay:now:)`` deletes it. Returns false and changes nothing for a remembered binding.
    ///
    /// - Parameter binding: 32 bytes.
    func count(_ facts: OperationalFacts, on day: CalendarDay, boundBy binding: [UInt8], until expiry: UnixTime)
        async throws(StoreError) -> Bool

    /// Does the work of the `count` of the facts' platform, and undoes it before the commit. It still waits for the
    /// commit: cover traffic must cost as much as a genuine upload.
    func rehearse(_ facts: OperationalFacts, on day: CalendarDay) async throws(StoreError)

    /// The counts from `first` to `last`, in the order of the days.
    func counts(from first: CalendarDay, through last: CalendarDay) async throws(StoreError) -> [OperationalCount]

    /// Deletes counts of days before `oldestDay`, and bindings that expired before `now`. Returns the number of uploads
    /// in those counts.
    func deleteExpired(oldestDay: CalendarDay, now: UnixTime) async throws(StoreError) -> Int
}
