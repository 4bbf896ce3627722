/// The owner's place in the app, after the onboarding.
public enum AppPlace: Hashable, Sendable, CaseIterable {
    case home
    /// Why the risk is what it is.
    case risk
    /// The entry of a test: a QR code or a teleTAN.
    case scan
    /// The test and its result.
    case test
    /// The way from the consent to the upload.
    case submission
    case hotline
    case settings
    case language
    case deleteData
}
