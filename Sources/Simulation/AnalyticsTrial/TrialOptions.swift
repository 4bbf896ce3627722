package import ExposurePrimitives

/// What a trial is made of.
package struct TrialOptions: Hashable, Sendable {
    package let phones: Int
    package let months: Int
    package let seed: UInt64
    /// The month it begins with.
    package let firstMonth: CalendarMonth

    package init(
        phones: Int,
        months: Int = 3,
        seed: UInt64 = 1,
        firstMonth: CalendarMonth = CalendarMonth(of: CalendarDay(daysSinceEpoch: 18_536))
    ) {
        self.phones = phones
        self.months = months
        self.seed = seed
        self.firstMonth = firstMonth
    }
}
