package import CoronaWarnAPI
package import ServiceKit

/// The countries of an installation: its own, and those that get packages.
package struct CountryConfiguration: Hashable, Sendable {
    /// The origin of all uploads.
    package let own: RegionCode
    /// The countries that have packages, and that a phone may name as visited. The own one is among them.
    package let countries: Set<RegionCode>

    package init(_ settings: SettingsReader) throws(SettingsError) {
        own = try settings.value(Self.ownSetting)
        countries = try settings.value(Self.countriesSetting).union([own])
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

    private static let countriesSetting = Setting<Set<RegionCode>>(
        "corona-warn.countries",
        default: [],
        summary: "The other countries that get packages and may be named as visited; all together are EUR.",
        allowed: "pairs of capital letters with spaces between them",
        parse: { text in
            let parts = text.split(separator: " ")
            let countries = parts.compactMap { country(String($0)) }
            return countries.count == parts.count ? Set(countries) : nil
        },
        format: { $0.isEmpty ? nil : $0.sorted().map(\.text).joined(separator: " ") }
    )

    @Sendable private static func country(_ text: String) -> RegionCode? {
        text.utf8.count == 2 ? RegionCode(text) : nil
    }

    package static let catalogue = SettingsCatalogue([.init(ownSetting), .init(countriesSetting)])
}
