package import CoronaWarnPorts
package import ServiceKit

/// An authority's settings for registrations, TANs and teleTANs.
package struct VerificationConfiguration: Sendable {
    package let tans: TANLimits
    package let teleTANs: TeleTANLimits
    /// The number of wrong teleTANs in an hour after which none is looked up for a time.
    package let wrongTeleTANs: Int
    /// The ids of the health authorities whose operators get teleTANs for events.
    package let healthAuthorities: Set<String>

    package init(_ settings: SettingsReader) throws(SettingsError) {
        tans = TANLimits(
            used: try settings.value(Self.tansSetting),
            life: try settings.value(Self.tanLifeSetting).components.seconds
        )
        teleTANs = TeleTANLimits(
            perHour: try settings.value(Self.perHourSetting),
            pause: try settings.value(Self.pauseSetting).components.seconds,
            testLife: try settings.value(Self.testLifeSetting).components.seconds,
            eventLife: try settings.value(Self.eventLifeSetting).components.seconds
        )
        wrongTeleTANs = try settings.value(Self.wrongSetting)
        healthAuthorities = try settings.value(Self.authoritiesSetting)
    }

    /// Whether operators of a health authority get teleTANs for events.
    package func permitsEvents(of authority: String?) -> Bool {
        authority.map(healthAuthorities.contains) ?? false
    }

    private static let tansSetting = Setting.integer(
        "verification.tans",
        default: 2,
        in: 1...10,
        summary: "How many TANs of one registration token may be used for uploads: two, and one for each further day."
    )

    private static let tanLifeSetting = Setting.duration(
        "verification.tan-life",
        default: .seconds(86_400),
        in: .seconds(60)...(.seconds(7 * 86_400)),
        summary: "How long a TAN can be used."
    )

    private static let perHourSetting = Setting.integer(
        "verification.teletans-per-hour",
        default: 1000,
        in: 1...100_000,
        summary: "How many teleTANs all operators together get in any hour."
    )

    private static let pauseSetting = Setting.duration(
        "verification.teletan-pause",
        default: .seconds(30),
        in: .zero...(.seconds(3600)),
        summary: "The time between two teleTANs of one operator."
    )

    private static let testLifeSetting = Setting.duration(
        "verification.teletan-life",
        default: .seconds(3600),
        in: .seconds(60)...(.seconds(86_400)),
        summary: "How long a teleTAN for a test can be used."
    )

    private static let eventLifeSetting = Setting.duration(
        "verification.event-teletan-life",
        default: .seconds(2 * 86_400),
        in: .seconds(60)...(.seconds(7 * 86_400)),
        summary: "How long a teleTAN for an event can be used."
    )

    private static let wrongSetting = Setting.integer(
        "verification.wrong-teletans-per-hour",
        default: 10_000,
        in: 10...1_000_000,
        summary: "After how many wrong teleTANs in an hour none is looked up until that hour is over."
    )

    private static let authoritiesSetting = Setting<Set<String>>(
        "verification.health-authorities",
        default: [],
        summary: "The ids of the health authorities whose operators get teleTANs for events; without any, nobody does.",
        allowed: "ids of up to 64 letters, digits and hyphens, with spaces between them",
        parse: { text in
            let ids = text.split(separator: " ").map(String.init)
            return ids.allSatisfy(isID) ? Set(ids) : nil
        },
        format: { $0.isEmpty ? nil : $0.sorted().joined(separator: " ") }
    )

    private static func isID(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    package static let catalogue = SettingsCatalogue([
        .init(tansSetting), .init(tanLifeSetting), .init(perHourSetting), .init(pauseSetting), .init(testLifeSetting),
        .init(eventLifeSetting), .init(wrongSetting), .init(authoritiesSetting),
    ])
}
