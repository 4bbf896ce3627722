package import AnalyticsStores
package import DifferentialPrivacy
import ImmuniAPI
package import ServiceKit

/// An authority's settings for released figures: their price, and the factors that convert uploads into phones.
package struct ReportsConfiguration: Sendable {
    /// ε of one release of each statistic.
    package let epsilons: [Statistic: Millionths]
    /// The maximum cost of one month's releases together.
    package let budget: Millionths
    /// The maximum number of Exposure Infos that are counted for one upload.
    package let infosCounted: Int
    /// The shares of phones whose uploads attestation refuses.
    package let excluded: [OperationalFacts.Platform: Double]
    /// The share of Android phones in their first day, when they send nothing.
    package let newAndroid: Double
    /// The rates for days without a history of the apps' settings.
    package let standardSampling: SamplingHistory.Rates
    /// The share of notified people who fall ill.
    package let attackRate: Double
    /// The path of the table of phones in use; nil if there is none.
    package let penetrationFile: String?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        epsilons = [
            .working: try settings.value(Self.epsilonWorking), .notified: try settings.value(Self.epsilonNotified),
            .exposureAge: try settings.value(Self.epsilonExposureAge),
            .epidemiological: try settings.value(Self.epsilonEpidemiological),
        ]
        budget = try settings.value(Self.budgetSetting)
        infosCounted = try settings.value(Self.infosCountedSetting)
        excluded = [
            .ios: try settings.value(Self.excludedIOS).approximation,
            .android: try settings.value(Self.excludedAndroid).approximation,
        ]
        newAndroid = try settings.value(Self.newAndroidSetting).approximation
        standardSampling = SamplingHistory.Rates(
            withExposure: try settings.value(Self.withExposureSetting).approximation,
            withoutExposure: try settings.value(Self.withoutExposureSetting).approximation,
            detectionPeriod: Double(try settings.value(Self.detectionPeriodSetting).components.seconds)
        )
        attackRate = try settings.value(Self.attackRateSetting).approximation
        penetrationFile = try settings.value(Self.penetrationSetting)
    }

    /// The noise of a release of `statistic` made now.
    func noise(of statistic: Statistic) -> DiscreteLaplace? {
        DiscreteLaplace(
            epsilon: epsilons[statistic] ?? .zero,
            sensitivity: statistic == .epidemiological ? infosCounted : 1
        )
    }
}

// MARK: - Settings

extension ReportsConfiguration {
    private static func decimal(
        _ name: String,
        default text: String,
        from min: String,
        to max: String,
        summary: String
    ) -> Setting<Millionths> {
        let range = (Millionths(min) ?? .zero)...(Millionths(max) ?? .zero)
        return Setting(
            name,
            default: Millionths(text),
            summary: summary,
            allowed: "decimal from \(min) to \(max), six decimals at most",
            parse: { Millionths($0).flatMap { range.contains($0) ? $0 : nil } },
            format: { $0.description }
        )
    }

    private static func epsilon(_ statistic: Statistic, default text: String, of what: String) -> Setting<Millionths> {
        decimal(
            "analytics.epsilon-\(statistic.rawValue)",
            default: text,
            from: "0.001",
            to: "20",
            summary: "The privacy loss of one day's release of \(what)."
        )
    }

    private static let epsilonWorking = epsilon(.working, default: "1", of: "working phones")
    private static let epsilonNotified = epsilon(.notified, default: "1", of: "notified users")
    private static let epsilonExposureAge = epsilon(.exposureAge, default: "0.5", of: "the age of exposures")
    private static let epsilonEpidemiological = epsilon(.epidemiological, default: "1", of: "Epidemiological Info")

    private static let budgetSetting = decimal(
        "analytics.budget",
        default: "4",
        from: "0",
        to: "100",
        summary: "The maximum privacy loss of one phone from all releases about one month."
    )

    private static let infosCountedSetting = Setting.integer(
        "analytics.infos-counted",
        default: 5,
        in: 1...600,
        summary: "The maximum of counted Exposure Infos of one upload, the riskiest first; noise grows with it."
    )

    private static let excludedIOS = decimal(
        "analytics.excluded-ios",
        default: "0",
        from: "0",
        to: "0.99",
        summary: "The share of working iPhones that DeviceCheck or App Attest refuses."
    )

    private static let excludedAndroid = decimal(
        "analytics.excluded-android",
        default: "0",
        from: "0",
        to: "0.99",
        summary: "The share of working Android phones that attestation refuses."
    )

    private static let newAndroidSetting = decimal(
        "analytics.new-android",
        default: "0",
        from: "0",
        to: "0.99",
        summary: "The share of working Android phones whose app is less than 24 hours old, so it sends nothing yet."
    )

    private static let withExposureSetting = decimal(
        "analytics.sampling-with-exposure",
        default: "1",
        from: "0",
        to: "1",
        summary: "The phones' sampling rate after an exposure if the settings' history is unavailable."
    )

    private static let withoutExposureSetting = decimal(
        "analytics.sampling-without-exposure",
        default: "0.6",
        from: "0",
        to: "1",
        summary: "The phones' sampling rate without an exposure if the settings' history is unavailable."
    )

    private static let detectionPeriodSetting = Setting.duration(
        "analytics.detection-period",
        default: .seconds(14_400),
        in: .seconds(0)...(.seconds(86_400)),
        summary: "The time between two detections of a phone if the settings' history is unavailable."
    )

    private static let attackRateSetting = decimal(
        "analytics.attack-rate",
        default: "0.05",
        from: "0",
        to: "1",
        summary: "The share of notified users who fall ill, for the forecast of onsets."
    )

    private static let penetrationSetting = Setting.optionalText(
        "analytics.penetration",
        summary: "The CSV file of phones in use by province and platform (avviso analytics penetration-template)."
    )

    package static let catalogue = SettingsCatalogue([
        .init(epsilonWorking), .init(epsilonNotified), .init(epsilonExposureAge), .init(epsilonEpidemiological),
        .init(budgetSetting), .init(infosCountedSetting), .init(excludedIOS), .init(excludedAndroid),
        .init(newAndroidSetting), .init(withExposureSetting), .init(withoutExposureSetting),
        .init(detectionPeriodSetting), .init(attackRateSetting), .init(penetrationSetting),
    ])
}
