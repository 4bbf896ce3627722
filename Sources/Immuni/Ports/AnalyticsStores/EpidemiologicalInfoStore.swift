public import DiagnosisKeyStores
public import ExposurePrimitives
public import Persistence

/// The Epidemiological Info that the Analytics Service keeps.
public protocol EpidemiologicalInfoStore: Sendable {
    /// Keeps the new entries that are not older than `oldestDay`, in one transaction; returns how many.
    ///
    /// An entry is known by its identifier for as long as it is kept, so the same entry may come again. A caller that
    /// moves entries removes them from the inbox only after this has returned.
    func keep(_ entries: [InboxEntry], oldestDay: CalendarDay) async throws(StoreError) -> Int

    /// All entries received from `first` to `last`, in an order without meaning.
    func entries(from first: CalendarDay, through last: CalendarDay) async throws(StoreError) -> [InboxEntry]

    /// Deletes entries of days before `oldestDay`; returns how many.
    func deleteExpired(oldestDay: CalendarDay) async throws(StoreError) -> Int
}
