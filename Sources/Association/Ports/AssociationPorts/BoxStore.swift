public import AssociationProtocol
public import ExposurePrimitives
public import Persistence

/// Boxes of reports on their way to the publication. Each method is one transaction, durable on return.
public protocol BoxStore: Sendable {
    /// The day whose publication has begun and not ended; nil if there is none.
    func unfinishedDay() async throws(StoreError) -> CalendarDay?

    /// Begins the publication of a day with all boxes that are in none, and with boxes of `filler` that complete the
    /// last part. A day without any has one part.
    ///
    /// - Parameter partSize: boxes of a part.
    /// - Returns: the number of its boxes; nil if this day or a later one was begun before, or another is unfinished.
    func begin(
        _ day: CalendarDay,
        partSize: Int,
        filler: @escaping @Sendable () -> MailboxRecord
    ) async throws(StoreError) -> Int?

    /// How many boxes the unfinished day has.
    func count(of day: CalendarDay) async throws(StoreError) -> Int

    /// Boxes of the unfinished day in the order of their handles, after the one of `last`, up to `limit`.
    func boxes(of day: CalendarDay, after last: MailboxHandle?, limit: Int) async throws(StoreError) -> [MailboxRecord]

    /// Ends the publication of a day, and deletes its boxes.
    func finish(_ day: CalendarDay) async throws(StoreError)

    /// The boxes that wait for a publication.
    func waitingBoxes() async throws(StoreError) -> Int
}

/// The limits of private reports.
public enum BoxLimits {
    /// How many boxes complete the last part of a day.
    public static func fillers(of count: Int, partSize: Int) -> Int {
        count == 0 ? partSize : (partSize - count % partSize) % partSize
    }

    /// Days for which published boxes can be fetched.
    public static let days = 14
}
