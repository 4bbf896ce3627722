package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

// MARK: - Rights

extension InMemoryAssociation {
    package func issue(_ code: NewReportCode) async throws(StoreError) {
        content.withLock { $0.codes[code.mark] = code }
    }

    package func grant(
        _ claim: RightClaim,
        limits: ReportLimits,
        now: UnixTime
    ) async throws(StoreError) -> ReportState? {
        content.withLock { content in
            let earlier = content.reports.values.first { $0.mark == claim.mark && now < $0.expiry }
            if let earlier, fault != .grantsTwice {
                let isSame =
                    (earlier.state.registration == claim.registration || fault == .grantsToOthers)
                    && (earlier.state.manifest == claim.manifest || fault == .grantsForOtherBatches)
                return isSame ? earlier.state : nil
            }
            guard
                count(of: claim.registration, limits, now: now, content) < limits.reports || fault == .grantsAnyNumber,
                let code = content.codes[claim.mark], isLive(code, now: now)
            else {
                return nil
            }
            let state = ReportState(
                right: claim.right,
                registration: claim.registration,
                manifest: claim.manifest,
                window: fault == .losesTheWindow ? now.utcDay...now.utcDay : code.window,
                received: []
            )
            if fault != .grantsTwice {
                content.codes[claim.mark] = nil
            }
            content.reports[claim.right] = ReportRow(mark: claim.mark, expiry: code.expiry, state: state)
            content.reportCounts[AccountDay(registration: claim.registration, day: now.utcDay), default: 0] += 1
            return state
        }
    }

    package func report(of right: RightID, now: UnixTime) async throws(StoreError) -> ReportState? {
        content.withLock { content in
            content.reports[right].flatMap { row in
                now < row.expiry || fault == .showsExpiredReports ? row.state : nil
            }
        }
    }

    private func isLive(_ code: NewReportCode, now: UnixTime) -> Bool {
        switch fault {
        case .grantsExpiredCodes: true
        case .endsCodesASecondEarly: now.advanced(bySeconds: 1) < code.expiry
        default: now < code.expiry
        }
    }

    private func count(
        of registration: RegistrationID,
        _ limits: ReportLimits,
        now: UnixTime,
        _ content: Content
    ) -> Int {
        let end = now.utcDay.advanced(byDays: -limits.days)
        return content.reportCounts.reduce(0) { sum, entry in
            let isOwn = entry.key.registration == registration || fault == .countsReportsOfAll
            let isRecent = entry.key.day > end || fault == .countsReportsForEver
            return isOwn && isRecent ? sum + entry.value : sum
        }
    }
}

// MARK: - Batches

extension InMemoryAssociation {
    package func accept(
        _ batch: BatchContent,
        digest: Bytes32,
        of right: RightID,
        newCase: CaseID,
        now: UnixTime
    ) async throws(StoreError) -> BatchOutcome {
        content.withLock { content in
            guard let row = content.reports[right], now < row.expiry || fault == .takesBatchesOfTheExpired,
                row.state.manifest.batches.contains(digest) || fault == .takesAnyBatch
            else {
                return .refused
            }
            guard !row.state.received.contains(digest) || fault == .takesBatchesAgain else {
                return .repeated
            }
            let caseID = fault == .takesTheNumberOfTheLastBatch ? newCase : row.caseID ?? newCase
            let contacts = batch.contacts.count { insert($0, right, caseID, &content) }
            let foreign = batch.foreign.count { insert($0, right, caseID, &content) }
            let boxes = insert(batch.boxes, of: right, &content)
            let isComplete = note(digest, of: row, caseID, now: now, &content)
            let unsent = fault == .countsNoForeignReplays ? 0 : batch.foreign.count - foreign
            let replays = batch.contacts.count - contacts + unsent + boxes.replays
            return .stored(
                StoredBatch(
                    replays: fault == .countsNoReplays ? 0 : replays,
                    excess: boxes.excess,
                    completesReport: isComplete
                )
            )
        }
    }

    /// - Returns: whether the contact's ticket is new.
    func insert(
        _ contact: CheckedContact,
        _ right: RightID?,
        _ caseID: CaseID,
        _ content: inout Content
    ) -> Bool {
        let earlier = content.tickets[contact.ticket]
        let isOfAnother = earlier.map { $0.right != right } ?? false
        let isTaken = earlier != nil && !(fault == .takesTicketsAgainInOtherReports && isOfAnother)
        guard !isTaken || fault == .takesTicketsAgain else {
            return false
        }
        content.tickets[contact.ticket] = TicketRow(right: right, day: contact.edge.interval.day)
        let edge = contact.edge
        let isKnown = content.edges.contains { row in
            row.caseID == caseID && row.edge.issuer == edge.issuer && row.edge.interval == edge.interval
        }
        if !isKnown || fault == .countsAnIntervalTwice {
            content.edges.append(EdgeRow(caseID: caseID, edge: fault == .losesHandles ? edge.withoutHandle : edge))
        }
        return true
    }

    /// - Returns: whether the report is complete now.
    private func note(
        _ digest: Bytes32,
        of row: ReportRow,
        _ caseID: CaseID,
        now: UnixTime,
        _ content: inout Content
    ) -> Bool {
        let state = ReportState(
            right: row.state.right,
            registration: row.state.registration,
            manifest: row.state.manifest,
            window: row.state.window,
            received: row.state.received.union([digest])
        )
        let isComplete = state.isComplete || fault == .completesWithTheFirstBatch
        content.reports[state.right]?.state = state
        content.reports[state.right]?.caseID = isComplete ? nil : caseID
        if isComplete {
            for (ticket, row) in content.tickets where row.right == state.right {
                content.tickets[ticket]?.right = nil
            }
            completeBoxes(of: state.right, &content)
            let end = UnixTime(Self.hour(now.advanced(bySeconds: Self.secondsPerHour - 1)) * Self.secondsPerHour)
            let district = content.accounts[state.registration]?.account.district
            content.cases[caseID] = ReportCase(
                id: caseID,
                district: fault == .losesTheDistrictOfTheCase ? nil : district,
                completed: fault == .tellsTheSecondOfTheEnd ? now : end
            )
        }
        return isComplete
    }

    package func cases() async throws(StoreError) -> [ReportCase] {
        content.withLock { $0.cases.values.sorted { $0.id < $1.id } }
    }

    package func edges(of caseID: CaseID) async throws(StoreError) -> [ContactEdge] {
        content.withLock { content in
            content.edges.filter { $0.caseID == caseID }.map(\.edge)
                .sorted { ($0.issuer, $0.interval) < ($1.issuer, $1.interval) }
        }
    }
}

extension ContactEdge {
    var withoutHandle: ContactEdge { ContactEdge(issuer: issuer, interval: interval, scans: scans, handle: nil) }
}
