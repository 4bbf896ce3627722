import AssociationAPI
package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import Persistence
import Synchronization

/// The reference for the ports of the authority. It can have one planted fault.
package final class InMemoryAssociation: AccountStore, ReportStore, BatchInbox, CaseStore,
    ForwardingStore, BoxStore, AlertStore, ClientIDIndexStore, TraceErasure
{
    struct AccountRow {
        let number: AccountNumber
        let subject: ProofSubject
        var account: Account
        /// The last day with requests for attestations, and their number.
        var attested: (day: CalendarDay, count: Int)?
    }

    struct DistrictHour: Hashable {
        let district: PostalDistrict
        let hour: Int64
    }

    struct ReportRow {
        let mark: CodeMark
        let expiry: UnixTime
        var state: ReportState
        /// Until the report is complete.
        var caseID: CaseID?
    }

    struct AccountDay: Hashable {
        let registration: RegistrationID
        let day: CalendarDay
    }

    struct TicketRow {
        /// Until the report is complete.
        var right: RightID?
        let day: CalendarDay
    }

    struct EdgeRow {
        let caseID: CaseID
        var edge: ContactEdge
    }

    struct OutgoingRow {
        let contact: ForeignContact
        /// Until the decision.
        var caseID: CaseID?
        /// Since the decision.
        var number: ReportNumber?
        var expiry: UnixTime?
    }

    struct BoxRow {
        let record: MailboxRecord
        /// Until the report is complete.
        var right: RightID?
        /// Since the publication began.
        var day: CalendarDay?
    }

    struct Content {
        var accounts: [RegistrationID: AccountRow] = [:]
        var registrations: [DistrictHour: Int] = [:]
        var codes: [CodeMark: NewReportCode] = [:]
        var reports: [RightID: ReportRow] = [:]
        var reportCounts: [AccountDay: Int] = [:]
        var waiting: [BatchName: WaitingBatch] = [:]
        var tickets: [TicketMark: TicketRow] = [:]
        var edges: [EdgeRow] = []
        var cases: [CaseID: ReportCase] = [:]
        var outgoing: [OutgoingRow] = []
        var incoming: [CaseID: IncomingReport] = [:]
        var boxes: [MailboxHandle: BoxRow] = [:]
        /// Whether each publication has ended.
        var boxDays: [CalendarDay: Bool] = [:]
        var alerts: [AccountDay: NewAlert] = [:]
        var indexes: [AssociationInterval: ClientIDIndex] = [:]
    }

    let content = Mutex(Content())
    let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    /// All ports of this store.
    package var stores: AssociationStoreSet {
        AssociationStoreSet(
            accounts: self,
            reports: self,
            inbox: self,
            cases: self,
            forwarding: self,
            boxes: self,
            alerts: self,
            indexes: self,
            traces: self
        )
    }

    /// There is no file that could hold a trace.
    package func eraseTraces() async throws(StoreError) -> Bool { true }

    static func hour(_ moment: UnixTime) -> Int64 { moment.seconds / secondsPerHour }

    static let secondsPerHour: Int64 = 3600
}

extension InMemoryAssociation {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        // Accounts.
        case losesTheFirstDay
        case keepsTheEarlierAccount
        case forgetsReportsOfTheEarlierAccount
        case takesAnyNumber
        case countsAllHours
        case countsAllDistricts
        case countsDistrictsAlone
        case alwaysSaysRoom
        case endsTheEarlierOfTheRefused
        case keepsRegistrationCounts
        case deletesRegistrationCountsOfThisHour
        case endsTheUnknown
        case keepsReportsOfTheEnded
        case keepsContactsWithTheEnded
        case deletesCasesOfTheEnded
        case attestsAnyNumber
        case countsAttestationsOfAllDays
        case attestsTheUnknown
        case forgetsTheUse
        case notesOneUse
        case takesEarlierUses
        case endsTheUsed
        case endsTheNew
        case keepsTheUnused
        case endsAnyNumber
        case movesAllChainsAtOnce
        case keepsChainKeys
        case countsAccountsBackwards
        case repeatsTheLastAccount
        case findsAccountsOfEveryDay
        case repeatsADaysFirstAccounts
        case findsEveryAccount
        case countsAccountsOfAllDistricts
        // Indexes.
        case keepsTheFirstIndex
        case missesEveryIndex
        case keepsIndexes
        case deletesTheIndexAtTheBound
        // Rights.
        case losesTheWindow
        case grantsTwice
        case grantsToOthers
        case grantsForOtherBatches
        case grantsExpiredCodes
        case endsCodesASecondEarly
        case showsExpiredReports
        case grantsAnyNumber
        case countsReportsOfAll
        case countsReportsForEver
        // Batches.
        case completesWithTheFirstBatch
        case takesTheNumberOfTheLastBatch
        case tellsTheSecondOfTheEnd
        case losesTheDistrictOfTheCase
        case losesHandles
        case takesBatchesAgain
        case takesAnyBatch
        case takesBatchesOfTheExpired
        case takesTicketsAgain
        case takesTicketsAgainInOtherReports
        case countsAnIntervalTwice
        case countsNoReplays
        // Batches that wait.
        case takesBatchesOfNoRight
        case takesBatchesOfAnExpiredRight
        case takesBatchesOfOthers
        case replacesAWaitingBatch
        case showsWaitingBatchesBackwards
        case showsAnyNumberOfWaitingBatches
        case showsWaitingBatchesOfAll
        case keepsRemovedBatches
        case keepsBatchesOfTheEnded
        case keepsBatchesOfExpiredRights
        // Ends.
        case keepsCodes
        case keepsReportCounts
        case keepsContactsOfIncompleteReports
        case keepsTicketsOfIncompleteReports
        case deletesReportsASecondEarly
        case keepsHandles
        case deletesHandlesADayEarly
        case keepsCases
        case deletesCasesAnHourEarly
        case keepsContactsOfCases
        case forgetsTicketsADayEarly
        case keepsTickets
        // Cases.
        case showsCasesOfAnyState
        case showsAnyNumberOfCases
        case countsContactsOfTheUndecided
        case countsTheCaseAlone
        case countsContactsOfAllAccounts
        case countsContactsOfAllDays
        case movesFromAnyState
        case leavesTheState
        case forgetsThePeople
        case warnsOfCasesInAnotherState
        case decidesWithoutAlerts
        case takesAnyNumberOfAlerts
        case limitsAlertsForEver
        case limitsAccountsTogether
        case limitsByLowerBands
        case countsTheUndecided
        case countsSizesOfAllDistricts
        case refusesAnyCase
        case keepsContactsOfTheRefused
        case deletesHeldCases
        // Contacts of other authorities' phones.
        case sendsBeforeTheDecision
        case sendsOneNumberToAll
        case numbersEachContact
        case losesForeignContacts
        case takesForeignTicketsAgain
        case countsNoForeignReplays
        case sendsAnyNumberOfReports
        case sendsTheLatestEndFirst
        case sendsExpiredReports
        case keepsUnsentReports
        case deletesUnsentReportsASecondEarly
        case deletesUndecidedReports
        case keepsSentReports
        case keepsForeignContactsOfTheRefused
        case keepsForeignContactsOfIncompleteReports
        case replacesAnIncomingReport
        case showsIncomingReportsBackwards
        case showsAnyNumberOfIncomingReports
        case keepsAcceptedReports
        case takesReportsThatDoNotWait
        case makesCasesWithoutContacts
        case takesIncomingReportsAgain
        case countsNoIncomingReplays
        // Boxes.
        case takesAnyNumberOfBoxes
        case takesHandlesAgain
        case countsNoRepeatedHandles
        case countsNoExcess
        case publishesIncompleteReports
        case publishesNothing
        case beginsADayTwice
        case beginsEarlierDays
        case beginsBesideAnUnfinishedDay
        case forgetsUnfinishedDays
        case showsBoxesInNoOrder
        case showsBoxesFromTheFirst
        case showsAnyNumberOfBoxes
        case publishesBoxesAgain
        case countsBoxesOfAllDays
        case addsNoFillers
        case fillsWholeParts
        case fillsNoEmptyDay
        case countsBoxesOfIncompleteReports
        case keepsBoxesOfIncompleteReports
        case forgetsReasons
        case showsMeetingsOfAll
        case overlapsForEver
        case overlapsWithItself
        case overlapsByOne
        case countsSharedPeopleAlone
        // Alerts.
        case warnsTheUnknown
        case warnsTwiceForADay
        case keepsTheFirstBand
        case takesTheLastBand
        case showsAlertsAtOnce
        case showsAlertsASecondLate
        case showsAlertsOfAll
        case showsOldDaysFirst
        case showsAnyNumber
        case showsAlertsADayLonger
        case hidesAlertsADayEarly
        case keepsAlertsOfTheEnded
        case keepsAlerts
        case deletesAlertsADayEarly
    }
}
