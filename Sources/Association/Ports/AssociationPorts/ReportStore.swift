public import AssociationAPI
public import AssociationProtocol
public import ExposurePrimitives
public import OperatorStores
public import Persistence

/// Codes, rights to report, and the validated contacts of reports. Each method is one transaction, durable on return.
public protocol ReportStore: Sendable {
    /// Stores a code and counts it, unless a limit of this hour is reached.
    ///
    /// - Parameter operator: nil if nobody is named. Such codes have a count of their own.
    func issue(
        _ code: NewReportCode,
        to operator: OperatorName?,
        limits: CodeLimits,
        now: UnixTime
    ) async throws(StoreError) -> CodeOutcome

    /// The counts of codes, the newest day first, then by name.
    func codeCounts() async throws(StoreError) -> [CodeCount]

    /// Deletes the counts of codes of more than ``CodeCount/life`` days ago.
    ///
    /// - Returns: the number of deleted rows.
    func deleteCodeCounts(now: UnixTime) async throws(StoreError) -> Int

    /// Gives the account a right for the code, until ``ReportState/rightLife`` days after this one. The same claim gets
    /// the same right again until then. Whatever comes of it, the caller waits for a commit.
    ///
    /// A new right takes one of the claim's places, for `limits.days` days. Nothing else tells of it later.
    ///
    /// - Returns: nil if the code is unknown, expired or used for another claim, or if no place is free.
    func grant(_ claim: RightClaim, limits: ReportLimits, now: UnixTime) async throws(StoreError) -> ReportState?

    /// The report of a right that has not expired.
    func report(of right: RightID, now: UnixTime) async throws(StoreError) -> ReportState?

    /// Takes a batch of a report. The first one begins a case, which waits for its decision, and so does a later one
    /// with something new in it. After the last missing one, or the end of the right, nothing joins the two any more.
    /// Once an operator refused the case, the content of later batches is left out.
    ///
    /// - Parameters:
    ///   - digest: one of the manifest's.
    ///   - newCase: the random number of a new case, which names neither account nor right.
    func accept(
        _ content: BatchContent,
        digest: Bytes32,
        of right: RightID,
        newCase: CaseID,
        now: UnixTime
    ) async throws(StoreError) -> BatchOutcome

    /// All cases, in the order of their random numbers.
    func cases() async throws(StoreError) -> [ReportCase]

    /// The contacts of a case by account and interval.
    func edges(of caseID: CaseID) async throws(StoreError) -> [ContactEdge]

    /// Deletes what has ended: codes, rights, marks of tickets, cases with their contacts unless they are held, and
    /// handles. Contacts for other authorities have an end of their own.
    ///
    /// - Returns: the number of deleted rows.
    func deleteExpired(now: UnixTime) async throws(StoreError) -> Int
}

extension ReportStore {
    /// Takes a batch with contacts of this authority's phones alone.
    public func accept(
        _ contacts: [CheckedContact],
        digest: Bytes32,
        of right: RightID,
        newCase: CaseID,
        now: UnixTime
    ) async throws(StoreError) -> BatchOutcome {
        try await accept(BatchContent(contacts: contacts), digest: digest, of: right, newCase: newCase, now: now)
    }
}

/// The records of a batch that passed their checks.
public struct BatchContent: Hashable, Sendable {
    public let contacts: [CheckedContact]
    /// Contacts with phones of other authorities. They wait for the decision about the case.
    public let foreign: [ForeignContact]
    /// Boxes of the pairwise-private profile. They wait for their publication.
    public let boxes: [MailboxRecord]

    public init(contacts: [CheckedContact] = [], foreign: [ForeignContact] = [], boxes: [MailboxRecord] = []) {
        self.contacts = contacts
        self.foreign = foreign
        self.boxes = boxes
    }
}

/// What became of a batch. The phone is told the same in every case.
public enum BatchOutcome: Hashable, Sendable {
    /// It was stored.
    case stored(StoredBatch)
    /// The same batch came before. Nothing was changed.
    case repeated
    /// The right is unknown or has expired, or its manifest has no such batch. Nothing was changed.
    case refused
}

/// The effect of a batch.
public struct StoredBatch: Hashable, Sendable {
    /// Contacts whose ticket came before, and boxes whose handle waits already.
    public let replays: Int
    /// Boxes beyond `AssociationLimits.boxesPerBatch`.
    public let excess: Int
    /// Whether all batches of the report have arrived.
    public let completesReport: Bool

    public init(replays: Int, excess: Int = 0, completesReport: Bool) {
        self.replays = replays
        self.excess = excess
        self.completesReport = completesReport
    }
}

/// The random number of a report as far as it has arrived. Nothing joins it with the account that reported, once all of
/// it has.
public struct CaseID: Hashable, Comparable, Sendable {
    public let bytes: Bytes16

    public init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// Nil unless it is 32 hexadecimal digits.
    public init?(text: some StringProtocol) {
        guard let bytes = Hex.decode(text).flatMap({ Bytes16($0) }) else {
            return nil
        }
        self.init(bytes)
    }

    /// The number for operators, in hexadecimal.
    public var text: String { Hex.encode(bytes.bytes) }

    public static func random(using generator: inout some RandomNumberGenerator) -> CaseID {
        CaseID(Bytes16.random(using: &generator))
    }

    public static func < (lhs: CaseID, rhs: CaseID) -> Bool {
        lhs.bytes < rhs.bytes
    }
}

/// A report as far as it has arrived.
public struct ReportCase: Hashable, Sendable {
    public let id: CaseID
    /// The district of the person who reported; nil if the account had ended when its first batch arrived.
    public let district: PostalDistrict?
    /// The end of the hour in which the latest batch arrived, but none after the case was held.
    public let completed: UnixTime
    public let state: State
    /// Batches that brought something new. A decision is about so many, and holds only if no other came meanwhile.
    public let batches: Int
    /// How many people it would warn, or has warned, at the last look; 0 before the first one.
    public let people: Int
    /// Why it is held. A held case keeps them while another batch of it waits for a look.
    public let reasons: HoldReasons
    /// How many people it warned when an operator released it; nil if nobody had to.
    public let released: Int?

    public init(
        id: CaseID,
        district: PostalDistrict?,
        completed: UnixTime,
        state: State = .waiting,
        batches: Int = 1,
        people: Int = 0,
        reasons: HoldReasons = [],
        released: Int? = nil
    ) {
        self.id = id
        self.district = district
        self.completed = completed
        self.state = state
        self.batches = batches
        self.people = people
        self.reasons = reasons
        self.released = released
    }

    /// What became of a report.
    public enum State: UInt8, Sendable, CaseIterable {
        /// Something in it was not looked at yet.
        case waiting = 0
        /// The people are warned.
        case decided = 1
        /// It would warn so many people that an operator has to look at it. It is kept until then.
        case held = 2
    }

    /// Days for which cases and their contacts are kept: 14 of exposure, and 14 to follow up.
    public static let life = 28
    /// Days for which handles are kept at most.
    public static let handleLife = 14
}
