package import AnalyticsStores
package import ExposurePrimitives

/// The request for a report.
package struct ReportRequest: Hashable, Sendable {
    /// UTC days, both included.
    package let days: ClosedRange<CalendarDay>
    package let per: Period
    package let by: Area
    package let statistics: [Statistic]

    package init(days: ClosedRange<CalendarDay>, per: Period, by: Area, statistics: [Statistic]) {
        self.days = days
        self.per = per
        self.by = by
        self.statistics = statistics
    }

    package enum Period: String, Sendable, CaseIterable {
        case day
        case month
        /// All days together.
        case whole
    }

    package enum Area: String, Sendable, CaseIterable {
        case nation
        case region
        case province
    }

    /// The maximum number of days of one report.
    package static let maxDayCount = 366
}

/// Figures with intervals, and the notes that explain them.
package struct AnalyticsReport: Sendable {
    package let request: ReportRequest
    package let notes: [String]
    package let figures: [Figure]

    /// The minimum probability that an interval covers the true value.
    package static let level = 0.95
}

/// One number with its interval.
package struct Figure: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case uploadsWithoutExposure = "uploads-without-exposure"
        case phonesWorking = "phones-working"
        case phonesWorkingFromIOS = "phones-working-from-ios"
        case shareOfPhonesFromIOS = "share-of-phones-from-ios"
        case shareOfPhones = "share-of-phones"
        case exposurePermission = "exposure-permission"
        case bluetoothActive = "bluetooth-active"
        case notificationPermission = "notification-permission"
        case uploadsWithExposure = "uploads-with-exposure"
        case phonesNotified = "phones-notified"
        case forecastNotified = "forecast-notified"
        case exposureAge = "exposure-age"
        case expectedOnsets = "expected-onsets"
        case exposuresByDuration = "exposures-by-duration"
        case exposuresByAttenuation = "exposures-by-attenuation"
        case exposuresByRiskScore = "exposures-by-risk-score"
        case exposures = "exposures"
    }

    package let kind: Kind
    /// A day, a month, or the first and last day.
    package let period: String
    /// `Italy`, a region's name or a province's code.
    package let place: String
    /// `ios`, `android` or `all`.
    package let platform: String
    /// A class within the figure; empty if there are none.
    package let category: String
    /// Nil if there is no estimate.
    package let value: Double?
    package let interval: ClosedRange<Double>

    init(
        _ kind: Kind,
        period: String,
        place: String = nation,
        platform: String = "all",
        category: String = "",
        value: Double?,
        interval: ClosedRange<Double>
    ) {
        self.kind = kind
        self.period = period
        self.place = place
        self.platform = platform
        self.category = category
        self.value = value
        self.interval = interval
    }

    static let nation = "Italy"
}

extension Figure.Kind {
    /// The heading of the figure in a table.
    package var title: String {
        switch self {
        case .uploadsWithoutExposure: "Uploads without exposure (counts with their noise)"
        case .phonesWorking: "Phones on which the app works"
        case .phonesWorkingFromIOS: "Phones on which the app works, extrapolated from iPhones"
        case .shareOfPhonesFromIOS: "Share of all phones on which the app works, extrapolated from iPhones"
        case .shareOfPhones: "Share of all phones on which the app works"
        case .exposurePermission: "Share of phones that may notify of exposures"
        case .bluetoothActive: "Share of phones with Bluetooth on"
        case .notificationPermission: "Share of phones that may show notifications"
        case .uploadsWithExposure: "Uploads with exposure (counts with their noise)"
        case .phonesNotified: "Phones that notified of a Risky Exposure"
        case .forecastNotified: "Forecast: phones that will notify"
        case .exposureAge: "Days from the last Risky Exposure to the notification"
        case .expectedOnsets: "Forecast: onsets of symptoms among people notified so far"
        case .exposuresByDuration: "Exposures of people who tested positive, by duration"
        case .exposuresByAttenuation: "Exposures of people who tested positive, by attenuation"
        case .exposuresByRiskScore: "Exposures of people who tested positive, by Total Risk Score"
        case .exposures: "Exposures of people who tested positive, by duration, attenuation and Total Risk Score"
        }
    }

    /// Whether the figure is a share of one.
    package var isShare: Bool {
        switch self {
        case .shareOfPhonesFromIOS, .shareOfPhones, .exposurePermission, .bluetoothActive, .notificationPermission: true
        default: false
        }
    }

    /// The number of significant decimals.
    package var decimals: Int {
        switch self {
        case .uploadsWithoutExposure, .uploadsWithExposure, .exposures, .exposuresByDuration, .exposuresByAttenuation,
            .exposuresByRiskScore:
            0
        case _ where isShare: 4
        default: 1
        }
    }
}
