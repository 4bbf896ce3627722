package import ServiceKit

/// An authority's settings for the operators' pages.
package struct PortalConfiguration: Sendable {
    /// Seconds without a request after which a session ends.
    package let idle: Int64
    /// Seconds after which a session ends in any case.
    package let longest: Int64
    /// Seconds for which the audit log is kept.
    package let auditRetention: Int64
    /// Whether the pages come over TLS, so cookies may be limited to it.
    package let isSecure: Bool
    /// The address of the pages for browsers, if a proxy in front of the server has another name.
    package let site: SiteAddress?
    /// Whether the server speaks TLS itself, so browsers have checked its name.
    private let isNameChecked: Bool

    package init(_ settings: SettingsReader) throws(SettingsError) {
        idle = try settings.value(Self.idleSetting).components.seconds
        longest = try settings.value(Self.longestSetting).components.seconds
        auditRetention = try settings.value(Self.auditSetting).components.seconds
        site = try settings.value(Self.siteSetting)
        isNameChecked = try settings.value(HostSettings.internalCertificate) != nil
        isSecure = site?.isSecure ?? isNameChecked
    }

    /// Whether the pages accept requests with this field `Host`.
    func accepts(host: String?) -> Bool {
        isNameChecked || HostName.isOurs(host) || site?.isNamed(by: host) == true
    }

    private static let siteSetting = Setting<SiteAddress?>(
        "portal.url",
        default: .some(nil),
        summary: "The address of the operators' pages for browsers, if a proxy ends TLS or has another name.",
        allowed: "https://NAME or http://NAME, with :PORT if needed, or not set",
        parse: { text in SiteAddress(text).map { .some($0) } },
        format: { $0?.description }
    )

    private static let idleSetting = Setting.duration(
        "portal.idle",
        default: .seconds(900),
        in: .seconds(60)...(.seconds(3600)),
        summary: "How long an operator stays signed in without a request."
    )

    private static let longestSetting = Setting.duration(
        "portal.session",
        default: .seconds(43_200),
        in: .seconds(300)...(.seconds(86_400)),
        summary: "The maximum time that an operator stays signed in."
    )

    private static let auditSetting = Setting.duration(
        "portal.audit-retention",
        default: .seconds(365 * 86_400),
        in: .seconds(86_400)...(.seconds(3650 * 86_400)),
        summary: "How long the audit log keeps who did what, and when."
    )

    package static let catalogue = SettingsCatalogue([
        .init(idleSetting), .init(longestSetting), .init(auditSetting), .init(siteSetting),
    ])
}
