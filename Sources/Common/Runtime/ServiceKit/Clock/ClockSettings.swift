/// The settings of the clock's guard.
package struct ClockSettings: Hashable, Sendable {
    /// False trusts every time that the clock shows: for tests and simulations.
    package let isGuarded: Bool
    /// How long a time is held if nothing explains it and nobody confirms it.
    package let grace: Duration

    package init(_ settings: SettingsReader) throws(SettingsError) {
        isGuarded = try settings.value(Self.guardSetting) == .on
        grace = try settings.value(Self.graceSetting)
    }

    private enum Switch: String, CaseIterable {
        case on
        case off
    }

    private static let guardSetting = Setting<Switch>.choice(
        "clock.guard",
        default: .on,
        summary: "Hold deletion, publication and releases after a jump of the clock; off is for tests and simulations."
    )

    private static let graceSetting = Setting.duration(
        "clock.grace",
        default: .seconds(86_400),
        in: .seconds(1)...(.seconds(30 * 86_400)),
        summary: "How long a jump is held if neither the kernel nor avviso clock confirm confirms the time."
    )

    package static let catalogue = SettingsCatalogue([.init(guardSetting), .init(graceSetting)])
}
