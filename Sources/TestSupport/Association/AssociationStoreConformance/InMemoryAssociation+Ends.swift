import AssociationPorts
import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

extension InMemoryAssociation {
    package func deleteExpired(now: UnixTime) async throws(StoreError) -> Int {
        content.withLock { content in
            let before = content.count
            deleteReports(now: now, &content)
            deleteTickets(now: now, &content)
            deleteCases(now: now, &content)
            let count = before - content.count
            deleteHandles(now: now, &content)
            return count
        }
    }

    private func deleteReports(now: UnixTime, _ content: inout Content) {
        if fault != .keepsCodes {
            content.codes = content.codes.filter { now < $0.value.expiry }
        }
        let moment = fault == .deletesReportsASecondEarly ? now.advanced(bySeconds: 1) : now
        let ended = content.reports.filter { $0.value.expiry <= moment }.map(\.key)
        deleteIncomplete(ended, &content)
        ended.forEach { content.reports[$0] = nil }
        deleteOrphans(unless: .keepsBatchesOfExpiredRights, &content)
        if fault != .keepsReportCounts {
            let last = now.utcDay.advanced(byDays: -ReportLimits.usual.days)
            content.reportCounts = content.reportCounts.filter { $0.key.day > last }
        }
    }

    /// Deletes the contacts of those reports that are incomplete, and the marks of their tickets.
    func deleteIncomplete(_ rights: [RightID], _ content: inout Content) {
        for right in rights {
            guard let caseID = content.reports[right]?.caseID else {
                continue
            }
            if fault != .keepsContactsOfIncompleteReports {
                content.edges.removeAll { $0.caseID == caseID }
            }
            if fault != .keepsForeignContactsOfIncompleteReports {
                content.outgoing.removeAll { $0.caseID == caseID }
            }
            if fault != .keepsBoxesOfIncompleteReports {
                content.boxes = content.boxes.filter { $0.value.right != right }
            }
            if fault != .keepsTicketsOfIncompleteReports {
                content.tickets = content.tickets.filter { $0.value.right != right }
            }
        }
    }

    private func deleteTickets(now: UnixTime, _ content: inout Content) {
        guard fault != .keepsTickets else {
            return
        }
        let life = fault == .forgetsTicketsADayEarly ? TicketMark.life - 1 : TicketMark.life
        let first = now.utcDay.advanced(byDays: -life)
        content.tickets = content.tickets.filter { $0.value.day >= first }
    }

    private func deleteCases(now: UnixTime, _ content: inout Content) {
        guard fault != .keepsCases else {
            return
        }
        let early = fault == .deletesCasesAnHourEarly ? Self.secondsPerHour : 0
        let life = Int64(ReportCase.life) * UnixTime.secondsPerDay - early
        let ended = Set(
            content.cases.values.filter { one in
                (one.state != .held || fault == .deletesHeldCases) && one.completed.advanced(bySeconds: life) <= now
            }.map(\.id)
        )
        ended.forEach { content.cases[$0] = nil }
        if fault != .keepsContactsOfCases {
            content.edges.removeAll { ended.contains($0.caseID) }
        }
        content.outgoing.removeAll { $0.caseID.map(ended.contains) ?? false }
    }

    private func deleteHandles(now: UnixTime, _ content: inout Content) {
        guard fault != .keepsHandles else {
            return
        }
        let life = fault == .deletesHandlesADayEarly ? ReportCase.handleLife - 1 : ReportCase.handleLife
        let first = now.utcDay.advanced(byDays: -life)
        for place in content.edges.indices where content.edges[place].edge.interval.day < first {
            content.edges[place].edge = content.edges[place].edge.withoutHandle
        }
    }
}

extension InMemoryAssociation.Content {
    /// The rows that `deleteExpired` can delete.
    fileprivate var count: Int {
        codes.count + reports.count + reportCounts.count + tickets.count + edges.count + outgoing.count
            + boxes.count + cases.count
    }
}
