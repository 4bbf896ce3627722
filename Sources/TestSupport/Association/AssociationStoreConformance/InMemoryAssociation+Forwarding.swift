package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import HeraldPayloads
package import Persistence
import Synchronization

// MARK: - Reports that are sent

extension InMemoryAssociation {
    /// - Returns: whether the contact's ticket is new.
    func insert(_ new: ForeignContact, _ right: RightID, _ caseID: CaseID, _ content: inout Content) -> Bool {
        guard content.tickets[new.ticket] == nil || fault == .takesForeignTicketsAgain else {
            return false
        }
        content.tickets[new.ticket] = TicketRow(right: right, day: new.contact.claim.timeReceived.utcDay)
        if fault != .losesForeignContacts {
            content.outgoing.append(OutgoingRow(contact: new, caseID: caseID))
        }
        if fault == .sendsBeforeTheDecision {
            release(caseID, now: new.contact.received, &content)
        }
        return true
    }

    /// Makes the contacts of a decided case due.
    func release(_ caseID: CaseID, now: UnixTime, _ content: inout Content) {
        var generator = SystemRandomNumberGenerator()
        var numbers: [Jurisdiction: ReportNumber] = [:]
        let common = ReportNumber(.random(using: &generator))
        for place in content.outgoing.indices where content.outgoing[place].caseID == caseID {
            let destination = content.outgoing[place].contact.destination
            let drawn = ReportNumber(.random(using: &generator))
            let number =
                switch fault {
                case .sendsOneNumberToAll: common
                case .numbersEachContact: drawn
                default: numbers[destination] ?? drawn
                }
            numbers[destination] = number
            content.outgoing[place].caseID = nil
            content.outgoing[place].number = number
            content.outgoing[place].expiry = now.advanced(bySeconds: ForeignContact.life)
        }
    }

    package func due(limit: Int, now: UnixTime) async throws(StoreError) -> [OutgoingReport] {
        content.withLock { content in
            var ends: [ReportNumber: (end: UnixTime, destination: Jurisdiction)] = [:]
            for row in content.outgoing {
                if let number = row.number, let expiry = row.expiry, now < expiry || fault == .sendsExpiredReports {
                    ends[number] = (expiry, row.contact.destination)
                }
            }
            let sorted = ends.sorted { ($0.value.end, $0.key.bytes) < ($1.value.end, $1.key.bytes) }
            let reports = sorted.map { OutgoingReport(number: $0.key, destination: $0.value.destination) }
            switch fault {
            case .sendsAnyNumberOfReports: return reports
            case .sendsTheLatestEndFirst: return Array(reports.reversed().prefix(limit))
            default: return Array(reports.prefix(limit))
            }
        }
    }

    package func contacts(of number: ReportNumber) async throws(StoreError) -> [ForwardedContact] {
        content.withLock { content in
            content.outgoing.filter { $0.number == number }
                .sorted { $0.contact.ticket.bytes < $1.contact.ticket.bytes }.map(\.contact.contact)
        }
    }

    package func removeOutgoing(_ number: ReportNumber) async throws(StoreError) {
        content.withLock { content in
            if fault != .keepsSentReports {
                content.outgoing.removeAll { $0.number == number }
            }
        }
    }

    package func deleteUnsent(now: UnixTime) async throws(StoreError) -> Int {
        content.withLock { content in
            let moment = fault == .deletesUnsentReportsASecondEarly ? now.advanced(bySeconds: 1) : now
            let ended = content.outgoing.filter { row in
                row.expiry.map { $0 <= moment } ?? (fault == .deletesUndecidedReports)
            }
            if fault != .keepsUnsentReports {
                let tickets = Set(ended.map(\.contact.ticket))
                content.outgoing.removeAll { tickets.contains($0.contact.ticket) }
            }
            return Set(ended.map(\.number)).count
        }
    }
}

// MARK: - Reports that have arrived

extension InMemoryAssociation {
    package func put(_ report: IncomingReport) async throws(StoreError) {
        content.withLock { content in
            if content.incoming[report.caseID] == nil || fault == .replacesAnIncomingReport {
                content.incoming[report.caseID] = report
            }
        }
    }

    package func waitingReports(limit: Int) async throws(StoreError) -> [CaseID] {
        content.withLock { content in
            let sorted = content.incoming.values.sorted { ($0.arrival, $0.caseID) < ($1.arrival, $1.caseID) }
            let names = sorted.map(\.caseID)
            switch fault {
            case .showsAnyNumberOfIncomingReports: return names
            case .showsIncomingReportsBackwards: return Array(names.reversed().prefix(limit))
            default: return Array(names.prefix(limit))
            }
        }
    }

    package func incoming(_ caseID: CaseID) async throws(StoreError) -> IncomingReport? {
        content.withLock { $0.incoming[caseID] }
    }

    package func incomingCount() async throws(StoreError) -> Int {
        content.withLock { $0.incoming.count }
    }

    package func acceptIncoming(
        _ contacts: [CheckedContact],
        of caseID: CaseID,
        now: UnixTime
    ) async throws(StoreError) -> Int? {
        content.withLock { content in
            guard content.incoming[caseID] != nil || fault == .takesReportsThatDoNotWait else {
                return nil
            }
            if fault != .keepsAcceptedReports {
                content.incoming[caseID] = nil
            }
            guard content.cases[caseID] == nil || fault == .takesIncomingReportsAgain else {
                return 0
            }
            let stored = contacts.count { insert($0, nil, caseID, &content) }
            if stored > 0 || fault == .makesCasesWithoutContacts {
                let end = Self.hour(now.advanced(bySeconds: Self.secondsPerHour - 1)) * Self.secondsPerHour
                content.cases[caseID] = ReportCase(id: caseID, district: nil, completed: UnixTime(end))
            }
            return fault == .countsNoIncomingReplays ? 0 : contacts.count - stored
        }
    }
}
