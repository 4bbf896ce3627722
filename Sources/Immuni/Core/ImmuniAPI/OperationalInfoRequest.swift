public import ExposurePrimitives
import WireFormat

/// The body of `POST /v1/analytics/apple/operational-info`. Both platforms send this part (Immuni, Privacy-Preserving
/// Analytics, "Operational Info").
public struct OperationalInfoRequest: Hashable, Sendable {
    public let province: Province
    public let exposurePermission: Bool
    public let bluetoothActive: Bool
    public let notificationPermission: Bool
    /// Whether the person was notified after the last detection.
    public let exposureNotification: Bool
    /// The day of the last Risky Exposure. If nobody was notified, it is any day and only keeps the size.
    public let lastRiskyExposureOn: CalendarDay
    /// The app's build; shipped apps send none.
    public let build: Int?

    public init(
        province: Province,
        exposurePermission: Bool,
        bluetoothActive: Bool,
        notificationPermission: Bool,
        exposureNotification: Bool,
        lastRiskyExposureOn: CalendarDay,
        build: Int? = nil
    ) {
        self.province = province
        self.exposurePermission = exposurePermission
        self.bluetoothActive = bluetoothActive
        self.notificationPermission = notificationPermission
        self.exposureNotification = exposureNotification
        self.lastRiskyExposureOn = lastRiskyExposureOn
        self.build = build
    }

    /// - Parameter today: the day in UTC.
    public init(parsing body: [UInt8], today: CalendarDay) throws(APIError) {
        var members = OperationalInfoMembers()
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in try members.read(name, from: &reader) }
            try reader.readEnd()
            self = try members.request(today: today)
        } catch {
            throw .notCompliant
        }
    }

    /// The day that is kept; nil if nobody was notified.
    public var exposureDay: CalendarDay? { exposureNotification ? lastRiskyExposureOn : nil }

    /// The digest that an attestation for these facts must be made for.
    ///
    /// - Parameter salt: its text as sent, in base 64.
    public func binding(salt: String) -> [UInt8] {
        OperationalInfoBinding.digest(
            province: province,
            exposurePermission: exposurePermission,
            bluetoothActive: bluetoothActive,
            notificationPermission: notificationPermission,
            exposureNotification: exposureNotification,
            lastRiskyExposureOn: lastRiskyExposureOn,
            salt: salt
        )
    }

    /// The body, for the phone. Without a build, all bodies have the same size.
    public var body: [UInt8] { JSONValue.object(members).encoded }

    var members: [JSONValue.Member] {
        func flag(_ value: Bool) -> JSONValue { value ? 1 : 0 }
        let required: [(String, JSONValue)] = [
            ("province", .string(province.code)),
            ("exposure_permission", flag(exposurePermission)),
            ("bluetooth_active", flag(bluetoothActive)),
            ("notification_permission", flag(notificationPermission)),
            ("exposure_notification", flag(exposureNotification)),
            ("last_risky_exposure_on", .string(lastRiskyExposureOn.description)),
        ]
        let all = required + (build.map { [("build", .integer($0))] } ?? [])
        return all.map { JSONValue.Member(name: $0.0, value: $0.1) }
    }
}

/// The members of Operational Info as they are read, in any order.
struct OperationalInfoMembers {
    private var province: Province?
    private var exposurePermission, bluetoothActive, notificationPermission, exposureNotification: Bool?
    private var lastRiskyExposureOn: CalendarDay?
    private var build: Int?

    init() {}

    /// Reads the value of the member `name`.
    mutating func read(_ name: String, from reader: inout JSONReader) throws(JSONError) {
        switch name {
        case "province": province = Province(code: try reader.readString())
        case "exposure_permission": exposurePermission = try reader.readFlag()
        case "bluetooth_active": bluetoothActive = try reader.readFlag()
        case "notification_permission": notificationPermission = try reader.readFlag()
        case "exposure_notification": exposureNotification = try reader.readFlag()
        case "last_risky_exposure_on": lastRiskyExposureOn = CalendarDay(iso: try reader.readString())
        case "build": build = try reader.readInteger(in: SettingsRequest.builds)
        default: throw .wrongMembers
        }
    }

    /// The members as a request, if nothing is missing and an exposure's day is near enough.
    func request(today: CalendarDay) throws(JSONError) -> OperationalInfoRequest {
        guard let province, let exposurePermission, let bluetoothActive, let notificationPermission,
            let exposureNotification, let lastRiskyExposureOn
        else {
            throw .wrongMembers
        }
        let oldest = today.advanced(byDays: -AnalyticsLimits.daysOfExposure)
        let newest = today.advanced(byDays: AnalyticsLimits.daysAhead)
        guard !exposureNotification || (oldest...newest).contains(lastRiskyExposureOn) else {
            throw .outOfRange
        }
        return OperationalInfoRequest(
            province: province,
            exposurePermission: exposurePermission,
            bluetoothActive: bluetoothActive,
            notificationPermission: notificationPermission,
            exposureNotification: exposureNotification,
            lastRiskyExposureOn: lastRiskyExposureOn,
            build: build
        )
    }
}

extension JSONReader {
    /// Reads a flag as phones write it: the integer 0 or 1.
    fileprivate mutating func readFlag() throws(JSONError) -> Bool {
        try readInteger(in: 0...1) == 1
    }
}
