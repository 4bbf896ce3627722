package import CoronaWarnVerification
package import ServiceKit

/// The operator's settings for Corona-Warn's services, beside those of every system.
package struct CoronaWarnSettings: Sendable {
    package let verification: VerificationConfiguration

    package init(_ settings: SettingsReader) throws(SettingsError) {
        verification = try VerificationConfiguration(settings)
    }

    package static let catalogue = VerificationConfiguration.catalogue
}
