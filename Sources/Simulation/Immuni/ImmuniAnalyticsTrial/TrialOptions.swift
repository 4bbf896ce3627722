package import ExposurePrimitives

/// The options of a trial.
package struct TrialOptions: Hashable, Sendable {
    package let phones: Int
    package let months: Int
    package let seed: UInt64
    /// The first month.
    package let firstMonth: CalendarMonth
    /// Whether closed days are released as in a deployment. Then there are figures to read.
    package let releases: Bool

    package init(
        phones: Int,
        months: Int = 3,
        seed: UInt64 = 1,
        firstMonth: CalendarMonth = CalendarMonth(of: CalendarDay(daysSinceEpoch: 18_536)),
        releases: Bool = false
    ) {
        (self.phones, self.months, self.seed) = (phones, months, seed)
        (self.firstMonth, self.releases) = (firstMonth, releases)
    }
}
