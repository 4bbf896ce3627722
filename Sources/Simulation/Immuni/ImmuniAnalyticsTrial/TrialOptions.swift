package import ExposurePrimitives

/// What a trial is made of.
package struct TrialOptions: Hashable, Sendable {
    package let phones: Int
    package let months: Int
    package let seed: UInt64
    /// The month it begins with.
    package let firstMonth: CalendarMonth
    /// Whether closed days are released as they are in a deployment, so that there are figures to look at.
    package let releases: Bool

    package init(
        phones: Int,
        months: Int = 3,
        seed: UInt64 = 1,
        firstMonth: CalendarMonth = CalendarMonth(of: CalendarDay(daysSinceEpoch: 18_536)),
        releases: Bool = false
    ) {
        self.phones = phones
        self.months = months
        self.seed = seed
        self.firstMonth = firstMonth
        self.releases = releases
    }
}
