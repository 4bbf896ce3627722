public import ImmuniAPI

/// The owner's place in the app, after the onboarding.
public enum AppPlace: Hashable, Sendable {
    case home
    case repair(ServiceProblem)
    /// Why there was a contact at risk.
    case risk
    case upload
    case settings
    case language
    /// The first half of changing the province.
    case region
    /// The second half: the provinces of a region that has several.
    case province(Region)
    case privacyNotice
    case terms
    case faq
    /// An answer, by its index in the whole list.
    case faqEntry(Int)
    case support
    case deleteData
}
