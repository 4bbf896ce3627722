package import AssociationAPI
package import AssociationPorts
import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

extension InMemoryAssociation {
    package func cases(_ state: ReportCase.State, limit: Int) async throws(StoreError) -> [ReportCase] {
        content.withLock { content in
            let found = content.cases.values.filter { $0.state == state || fault == .showsCasesOfAnyState }
            let sorted = found.sorted { $0.id < $1.id }
            return fault == .showsAnyNumberOfCases ? sorted : Array(sorted.prefix(limit))
        }
    }

    package func exposures(by caseID: CaseID) async throws(StoreError) -> [ContactEdge] {
        content.withLock { content in
            let own = Set(content.edges.filter { $0.caseID == caseID }.map { place(of: $0.edge) })
            return content.edges.filter { row in
                let state = content.cases[row.caseID]?.state
                let counts =
                    switch fault {
                    case .countsContactsOfTheUndecided: state != nil
                    case .countsTheCaseAlone: false
                    default: state == .decided
                    }
                let isOfThem = own.contains(place(of: row.edge)) || fault == .countsContactsOfAllAccounts
                return isOfThem && (row.caseID == caseID || counts)
            }.sorted { lhs, rhs in
                (lhs.edge.issuer, lhs.edge.interval, lhs.caseID) < (rhs.edge.issuer, rhs.edge.interval, rhs.caseID)
            }.map(\.edge)
        }
    }

    private func place(of edge: ContactEdge) -> AccountDay {
        let day = fault == .countsContactsOfAllDays ? CalendarDay(daysSinceEpoch: 0) : edge.interval.day
        return AccountDay(registration: edge.issuer, day: day)
    }

    package func sizes(in district: PostalDistrict?) async throws(StoreError) -> [Int] {
        content.withLock { content in
            content.cases.values.filter { one in
                (one.state == .decided || fault == .countsTheUndecided)
                    && (district == nil || one.district == district || fault == .countsSizesOfAllDistricts)
            }.map(\.people).sorted()
        }
    }
}

// MARK: - Decisions

extension InMemoryAssociation {
    package func decide(
        _ decision: CaseDecision,
        limits: AlertLimits,
        now: UnixTime
    ) async throws(StoreError) -> DecisionOutcome? {
        content.withLock { content in
            let isMoved = move(decision.caseID, from: decision.state, to: .decided, decision.people, &content)
            guard isMoved || fault == .warnsOfCasesInAnotherState else {
                return nil
            }
            release(decision.caseID, now: now, &content)
            var outcome = DecisionOutcome()
            for new in decision.alerts where fault != .decidesWithoutAlerts {
                if isOneTooMany(new, limits, now: now, content) {
                    outcome.limited += 1
                } else if add(new, &content) {
                    outcome.added += 1
                }
            }
            return isMoved ? outcome : nil
        }
    }

    private func isOneTooMany(_ new: NewAlert, _ limits: AlertLimits, now: UnixTime, _ content: Content) -> Bool {
        let others = content.alerts.values.filter { alert in
            (alert.registration == new.registration || fault == .limitsAccountsTogether)
                && (alert.alert.band.rawValue >= new.alert.band.rawValue || fault == .limitsByLowerBands)
        }
        let since = now.advanced(bySeconds: -limits.seconds)
        let recent = others.count { $0.visible > since || fault == .limitsAlertsForEver }
        let isKnown = others.contains { $0.alert.day == new.alert.day }
        return !isKnown && recent >= limits.alerts && fault != .takesAnyNumberOfAlerts
    }

    package func hold(_ caseID: CaseID, people: Int, reasons: HoldReasons) async throws(StoreError) -> Bool {
        content.withLock { content in
            guard move(caseID, from: .waiting, to: .held, people, &content) else {
                return false
            }
            if let held = content.cases[caseID], fault != .forgetsReasons {
                content.cases[caseID] = ReportCase(
                    id: caseID,
                    district: held.district,
                    completed: held.completed,
                    state: held.state,
                    people: held.people,
                    reasons: reasons
                )
            }
            return true
        }
    }

    package func meetings(of caseID: CaseID) async throws(StoreError) -> [Meeting] {
        content.withLock { content in
            content.edges.filter { $0.caseID == caseID || fault == .showsMeetingsOfAll }
                .sorted { ($0.edge.issuer, $0.edge.interval) < ($1.edge.issuer, $1.edge.interval) }
                .compactMap { row in
                    content.accounts[row.edge.issuer].map { account in
                        Meeting(
                            person: row.edge.issuer,
                            district: account.account.district,
                            interval: row.edge.interval
                        )
                    }
                }
        }
    }

    package func overlaps(
        with caseID: CaseID,
        completedAfter moment: UnixTime,
        least: Int
    ) async throws(StoreError) -> [CaseOverlap] {
        content.withLock { content in
            func people(_ id: CaseID) -> Set<RegistrationID> {
                Set(content.edges.filter { $0.caseID == id }.map(\.edge.issuer))
            }
            let own = people(caseID)
            let others = content.cases.values.filter { other in
                let isRecent = Self.hour(other.completed) > Self.hour(moment) || fault == .overlapsForEver
                return (other.id != caseID || fault == .overlapsWithItself) && isRecent
            }
            let found = others.map { other in
                let met = people(other.id)
                return CaseOverlap(
                    caseID: other.id,
                    people: fault == .countsSharedPeopleAlone ? own.intersection(met).count : met.count,
                    shared: own.intersection(met).count
                )
            }
            return found.filter { $0.shared >= (fault == .overlapsByOne ? 1 : least) }
                .sorted { ($1.shared, $0.caseID) < ($0.shared, $1.caseID) }
        }
    }

    package func refuse(_ caseID: CaseID) async throws(StoreError) -> Bool {
        content.withLock { content in
            guard content.cases[caseID]?.state == .held || fault == .refusesAnyCase else {
                return false
            }
            content.cases[caseID] = nil
            if fault != .keepsContactsOfTheRefused {
                content.edges.removeAll { $0.caseID == caseID }
            }
            if fault != .keepsForeignContactsOfTheRefused {
                content.outgoing.removeAll { $0.caseID == caseID }
            }
            return true
        }
    }

    private func move(
        _ caseID: CaseID,
        from state: ReportCase.State,
        to next: ReportCase.State,
        _ people: Int,
        _ content: inout Content
    ) -> Bool {
        guard let earlier = content.cases[caseID], earlier.state == state || fault == .movesFromAnyState else {
            return false
        }
        content.cases[caseID] = ReportCase(
            id: caseID,
            district: earlier.district,
            completed: earlier.completed,
            state: fault == .leavesTheState ? earlier.state : next,
            people: fault == .forgetsThePeople ? 0 : people,
            reasons: earlier.reasons
        )
        return true
    }
}
