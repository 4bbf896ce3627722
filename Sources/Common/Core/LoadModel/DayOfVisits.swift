/// How often the phones of one system, and the people behind them, do something on a day.
///
/// Downloads, uploads and their peak are those of the ``CapacityPlan``. The rest is what the plan leaves out; each
/// number says where it comes from. `avviso load` sends what follows from this type, so load and plan agree.
public struct DayOfVisits: Hashable, Sendable {
    /// Requests for published documents and files.
    public let downloads: Double
    /// People who share their keys.
    public let cases: Double
    /// Invented uploads.
    public let covers: Double
    /// People with a test without a result to share.
    public let otherTests: Double
    /// Phones that tell the authority how they are: once a month each.
    public let reports: Double
    /// Phones that are new: one in a hundred. A guess.
    public let registrations: Double
    /// Slots of the association's phones, an hour apart on average.
    public let slots: Double
    /// Questions for signatures of the next day's keys, one from each phone of the association.
    public let attestations: Double
    /// The greatest load by its mean over the day.
    public let peak: Double

    /// - Parameter least: the smallest number of everything, so that a day of few phones has something of each kind.
    public init(_ plan: CapacityPlan, atLeast least: Double = 0) {
        let (phones, shared) = (plan.answer.activePhones, plan.question.casesPerDay)
        downloads = max(plan.answer.downloads, least)
        cases = max(shared, least)
        covers = max(plan.answer.uploads - shared, least)
        otherTests = max(shared * Self.otherTestsPerCase, least)
        reports = max(phones / Self.daysBetweenReports, least)
        registrations = max(phones * Self.newPhones, least)
        slots = max(phones * Self.slotsPerDay, least)
        attestations = max(phones, least)
        peak = plan.question.peak
    }

    /// Nine negative tests for one positive: a guess, between the share of a quiet month and that of a wave.
    public static let otherTestsPerCase = 9.0
    private static let daysBetweenReports = 30.0
    private static let newPhones = 0.01
    /// `docs/association-phone.md`, "Slots: the same requests for every purpose".
    private static let slotsPerDay = 24.0
}
