import DiagnosisKeyStores
package import ServiceKit

/// An authority's settings for OTPs.
package struct OTPConfiguration: Sendable {
    /// Seconds from the authorisation within which the upload must arrive.
    package let lifetime: Int64

    package init(_ settings: SettingsReader) throws(SettingsError) {
        lifetime = try settings.value(Self.lifetimeSetting).components.seconds
    }

    /// Seconds: Immuni Technology, "OTP".
    package static let standardLifetime: Int64 = 150

    private static let lifetimeSetting = Setting.duration(
        "otp.lifetime",
        default: .seconds(standardLifetime),
        in: .seconds(1)...(.seconds(UploadRight.longestLife)),
        summary: "How long an authorised OTP can be used."
    )

    package static let catalogue = SettingsCatalogue([.init(lifetimeSetting)])
}
