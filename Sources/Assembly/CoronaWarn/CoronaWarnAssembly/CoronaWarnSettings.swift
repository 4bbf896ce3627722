import CommonAssembly
import CoronaWarnDistribution
import CoronaWarnFederation
import CoronaWarnServing
import CoronaWarnSubmission
package import CoronaWarnVerification
import KeyExport
package import ServiceKit

/// The operator's settings for Corona-Warn's services, beside those of every system.
package struct CoronaWarnSettings: Sendable {
    package let verification: VerificationConfiguration
    let submission: SubmissionConfiguration
    let distribution: DistributionConfiguration
    let countries: CountryConfiguration
    /// The names of the signing key in packages and configuration.
    let signatureInfo: SignatureInfo
    let federation: FederationConfiguration
    /// The verification service of a split installation; nil if it shares the database.
    let remoteVerification: RemoteService?
    /// The laboratory service of a split installation; nil if it shares the data folder.
    let remoteLaboratory: RemoteService?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        verification = try VerificationConfiguration(settings)
        submission = try SubmissionConfiguration(settings)
        distribution = try DistributionConfiguration(settings)
        countries = try CountryConfiguration(settings)
        federation = try FederationConfiguration(settings)
        remoteVerification = try RemoteService(settings, .verification)
        remoteLaboratory = try RemoteService(settings, .laboratory)
        signatureInfo = try SignatureInfo(settings, usual: Self.usualSignatureInfo)
    }

    /// Those of the original: the mobile country code of Germany, and its app.
    private static let usualSignatureInfo = SignatureInfo(
        verificationKeyID: "262",
        verificationKeyVersion: "v1",
        appBundleID: "de.rki.coronawarnapp"
    )

    package static let catalogue =
        VerificationConfiguration.catalogue + SubmissionConfiguration.catalogue + CountryConfiguration.catalogue
        + RemoteServiceSettings.laboratory.catalogue + RemoteServiceSettings.verification.catalogue
        + DistributionConfiguration.catalogue + FederationConfiguration.catalogue
}
