public import AssociationProtocol
public import ExposurePrimitives
public import HeraldPayloads
public import Persistence

/// Contacts on their way from one authority to another: those that this authority sends, and those that it gets. Each
/// method is one transaction, durable on return.
public protocol ForwardingStore: Sendable {
    /// The reports that have to be sent, without those whose time is over, the earliest end first.
    func due(limit: Int, now: UnixTime) async throws(StoreError) -> [OutgoingReport]

    /// The contacts of a report in the order of their tickets' digests, which tells nothing.
    func contacts(of number: ReportNumber) async throws(StoreError) -> [ForwardedContact]

    /// Forgets a report, after the other authority has it.
    func removeOutgoing(_ number: ReportNumber) async throws(StoreError)

    /// Deletes the reports whose time is over.
    ///
    /// - Returns: the number of reports.
    func deleteUnsent(now: UnixTime) async throws(StoreError) -> Int

    /// Stores a report of another authority. The same one again stays as it is.
    func put(_ report: IncomingReport) async throws(StoreError)

    /// The cases of all reports that wait, up to `limit`, the earliest arrival first.
    func waitingReports(limit: Int) async throws(StoreError) -> [CaseID]

    /// Nil if it does not wait any more.
    func incoming(_ caseID: CaseID) async throws(StoreError) -> IncomingReport?

    /// How many reports of other authorities wait.
    func incomingCount() async throws(StoreError) -> Int

    /// Takes the validated contacts of a report that waits, and forgets the report. They become a case, if one of their
    /// tickets is new, and if the case did not exist before.
    ///
    /// - Returns: the number of contacts whose ticket came before; nil if the report did not wait.
    func acceptIncoming(_ contacts: [CheckedContact], of caseID: CaseID, now: UnixTime) async throws(StoreError) -> Int?
}

/// A validated part of a report about a phone of another authority, as it waits to be sent.
public struct ForeignContact: Hashable, Sendable {
    /// The authority of the phone that was met.
    public let destination: Jurisdiction
    public let ticket: TicketMark
    public let contact: ForwardedContact

    public init(destination: Jurisdiction, ticket: TicketMark, contact: ForwardedContact) {
        self.destination = destination
        self.ticket = ticket
        self.contact = contact
    }

    /// Seconds after the decision in which the other authority has to take it.
    public static let life: Int64 = 86_400
}

/// The random number of a report on its way to one other authority. Nothing joins it with a case.
public struct ReportNumber: Hashable, Sendable {
    public let bytes: Bytes16

    public init(_ bytes: Bytes16) {
        self.bytes = bytes
    }
}

/// A report that has to be sent to another authority.
public struct OutgoingReport: Hashable, Sendable {
    public let number: ReportNumber
    public let destination: Jurisdiction

    public init(number: ReportNumber, destination: Jurisdiction) {
        self.number = number
        self.destination = destination
    }
}

/// A report of another authority, before its contacts are looked at.
public struct IncomingReport: Hashable, Sendable {
    /// The number of the case that it becomes.
    public let caseID: CaseID
    public let arrival: UnixTime
    /// As it was sent.
    public let bytes: [UInt8]

    public init(caseID: CaseID, arrival: UnixTime, bytes: [UInt8]) {
        self.caseID = caseID
        self.arrival = arrival
        self.bytes = bytes
    }

    /// Reports that may wait, together a quarter of a gigabyte.
    public static let maxCount = 64
}
