/// The owner's place in the app, after the onboarding.
public enum AppPlace: Hashable, Sendable, CaseIterable {
    case home
    /// The alerts, with advice.
    case alerts
    /// The way from the code to the end of a report.
    case report
    case settings
    case language
    case deleteData
}
