import CoronaWarnDistribution
import CoronaWarnFederation
import CoronaWarnServing
import CoronaWarnSubmission
package import CoronaWarnVerification
package import ServiceKit

/// The operator's settings for Corona-Warn's services, beside those of every system.
package struct CoronaWarnSettings: Sendable {
    package let verification: VerificationConfiguration
    let submission: SubmissionConfiguration
    let distribution: DistributionConfiguration
    let countries: CountryConfiguration
    let federation: FederationConfiguration
    /// The verification service of a split installation; nil if it shares the database.
    let remoteVerification: RemoteVerification?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        verification = try VerificationConfiguration(settings)
        submission = try SubmissionConfiguration(settings)
        distribution = try DistributionConfiguration(settings)
        countries = try CountryConfiguration(settings)
        federation = try FederationConfiguration(settings)
        remoteVerification = try RemoteVerification(settings)
    }

    package static let catalogue =
        VerificationConfiguration.catalogue + SubmissionConfiguration.catalogue + CountryConfiguration.catalogue
        + RemoteVerification.catalogue + DistributionConfiguration.catalogue + FederationConfiguration.catalogue
}
