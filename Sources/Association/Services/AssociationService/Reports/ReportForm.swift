/// What phones report, and who decides about warnings.
package enum ReportForm: String, CaseIterable, Sendable {
    /// Contacts that the authority validates. It learns who met the person who reports, and decides.
    case validated
    /// Boxes that only the phones of contacts can open (profile 3). The authority publishes them each day, and the
    /// phones decide.
    case `private`
}
