package import CoronaWarnAPI
package import ServiceKit

/// The countries of an installation: its own, and those that get packages.
package struct CountryConfiguration: Hashable, Sendable {
    /// The origin of all uploads.
    package let own: RegionCode
    /// The countries that have packages, and that a phone may name as visited. The own one is among them.
    package let countries: Set<RegionCode>
    /// Those of the other countries with which keys are exchanged.
    package let federated: Set<RegionCode>

    package init(_ settings: SettingsReader) throws(SettingsError) {
        own = try settings.value(Self.ownSetting)
        federated = try settings.value(Self.federatedSetting).subtracting([own])
        countries = try settings.value(Self.countriesSetting).union([own]).union(federated)
    }

    /// The regions with packages, sorted: the countries and their union.
    package var regions: [RegionCode] { countries.union([.union]).sorted() }

    private static let ownSetting = Setting<RegionCode>(
        "corona-warn.country",
        default: RegionCode("DE"),
        summary: "The own country of Corona-Warn, the origin of all uploads.",
        allowed: "two capital letters",
        parse: country,
        format: \.text
    )

    private static let countriesSetting = list(
        "corona-warn.countries",
        summary: "The other countries that get packages and may be named as visited; all together are EUR."
    )

    private static let federatedSetting = list(
        "federation.countries",
        summary: "The countries with which keys are exchanged; they count among corona-warn.countries."
    )

    private static func list(_ name: String, summary: String) -> Setting<Set<RegionCode>> {
        Setting(
            name,
            default: [],
            summary: summary,
            allowed: "pairs of capital letters with spaces between them",
            parse: { text in
                let parts = text.split(separator: " ")
                let countries = parts.compactMap { country(String($0)) }
                return countries.count == parts.count ? Set(countries) : nil
            },
            format: { $0.isEmpty ? nil : $0.sorted().map(\.text).joined(separator: " ") }
        )
    }

    @Sendable private static func country(_ text: String) -> RegionCode? {
        text.utf8.count == 2 ? RegionCode(text) : nil
    }

    package static let catalogue = SettingsCatalogue([
        .init(ownSetting), .init(countriesSetting), .init(federatedSetting),
    ])
}
