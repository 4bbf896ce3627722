public import AssociationAPI
public import ExposurePrimitives

/// The decisions of operators about reports that are held, because something about them is unusual.
public protocol HeldReports: Sendable {
    /// All held reports, the oldest first.
    func heldReports() async throws -> [HeldReport]

    /// Warns the people of a held report.
    ///
    /// - Parameter batches: as many as the operator saw. A report that has grown since has to be looked at again.
    /// - Returns: the number of new alerts; nil if no held report has this number and so many batches.
    func release(_ id: CaseID, batches: Int) async throws -> Int?

    /// Deletes a held report with its contacts. Later batches of it are left out.
    ///
    /// - Returns: false if no held report has this number.
    func refuse(_ id: CaseID) async throws -> Bool
}

/// A held report as operators see it: numbers alone.
public struct HeldReport: Hashable, Sendable {
    public let id: CaseID
    /// The district of the person who reported; nil if the account has ended.
    public let district: PostalDistrict?
    /// The end of the hour in which the batch arrived because of which it is held.
    public let completed: UnixTime
    /// Batches that have arrived so far, of 43 at most.
    public let batches: Int
    public let reasons: HoldReasons
    /// How many people it would warn.
    public let people: Int
    /// How many people are among its contacts, warned or not.
    public let met: Int
    /// Contacts of up to 15 minutes each.
    public let contacts: Int

    public init(
        id: CaseID,
        district: PostalDistrict?,
        completed: UnixTime,
        batches: Int,
        reasons: HoldReasons,
        people: Int,
        met: Int,
        contacts: Int
    ) {
        self.id = id
        self.district = district
        self.completed = completed
        self.batches = batches
        self.reasons = reasons
        self.people = people
        self.met = met
        self.contacts = contacts
    }
}
