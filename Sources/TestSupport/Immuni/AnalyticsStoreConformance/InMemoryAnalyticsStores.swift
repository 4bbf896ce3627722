package import AnalyticsStores
package import DiagnosisKeyStores
package import ExposurePrimitives
package import Persistence

/// The stores of the Analytics Service. An adapter makes them on new databases.
package struct AnalyticsStoreHandles: Sendable {
    package let operational: any OperationalInfoStore
    package let tokens: any AnalyticsTokenStore
    package let epidemiological: any EpidemiologicalInfoStore
    package let inbox: any AnalyticsInbox
    /// Authorises a token as a job does at its end.
    package let authorise: @Sendable (TokenIdentifier, CalendarMonth) async throws -> Void
    /// Puts an entry into the inbox as an upload does.
    package let receive: @Sendable (InboxEntry) async throws -> Void

    package init(
        operational: any OperationalInfoStore,
        tokens: any AnalyticsTokenStore,
        epidemiological: any EpidemiologicalInfoStore,
        inbox: any AnalyticsInbox,
        authorise: @escaping @Sendable (TokenIdentifier, CalendarMonth) async throws -> Void,
        receive: @escaping @Sendable (InboxEntry) async throws -> Void
    ) {
        self.operational = operational
        self.tokens = tokens
        self.epidemiological = epidemiological
        self.inbox = inbox
        self.authorise = authorise
        self.receive = receive
    }
}

/// The Analytics Service's stores in memory, the reference of the conformance suite. Faults can be planted in it to
/// show that the checks find them.
package actor InMemoryAnalyticsStores {
    /// A fault that a database adapter could have.
    package enum Fault: String, CaseIterable, Sendable {
        case countsAThird
        case letsOthersWin
        case sharesTheKinds
        case takesTokensTooLong
        case takesTokensTooEarly
        case spendsRefusedUploads
        case forgetsBindings
        case forgetsBindingsEarly
        case burnsInRehearsals
        case mixesThePlatforms
        case losesTheDate
        case deletesTheOldestDay
        case keepsTwice
        case keepsTheOld
        case emptiesTheInbox
    }

    private struct Token {
        let authorisedIn: CalendarMonth
        var withExposure = 0
        var withoutExposure = 0
    }

    private struct Cell: Hashable {
        let day: CalendarDay
        let facts: OperationalFacts
    }

    private let fault: Fault?
    private var tokensByIdentifier: [TokenIdentifier: Token] = [:]
    private var bindings: [[UInt8]: UnixTime] = [:]
    private var uploads: [Cell: Int] = [:]
    private var kept: [InboxEntry] = []
    private var waiting: [Bytes16: InboxEntry] = [:]

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package nonisolated var stores: AnalyticsStoreHandles {
        AnalyticsStoreHandles(
            operational: self,
            tokens: self,
            epidemiological: self,
            inbox: self,
            authorise: { token, month in await self.authorise(token, in: month) },
            receive: { entry in await self.receive(entry) }
        )
    }

    private func authorise(_ token: TokenIdentifier, in month: CalendarMonth) {
        tokensByIdentifier[token] = tokensByIdentifier[token] ?? Token(authorisedIn: month)
    }

    private func receive(_ entry: InboxEntry) {
        waiting[entry.identifier] = entry
    }
}

extension InMemoryAnalyticsStores: AnalyticsTokenStore {
    package func isAuthorised(_ token: TokenIdentifier, in month: CalendarMonth) async throws(StoreError) -> Bool {
        validToken(token, in: month) != nil
    }

    package func deleteExpired(in month: CalendarMonth) async throws(StoreError) -> Int {
        let before = tokensByIdentifier.count
        tokensByIdentifier = tokensByIdentifier.filter { $0.value.authorisedIn >= month.advanced(byMonths: -1) }
        return before - tokensByIdentifier.count
    }

    private func validToken(_ identifier: TokenIdentifier, in month: CalendarMonth) -> Token? {
        let first = month.advanced(byMonths: fault == .takesTokensTooLong ? -2 : -1)
        let last = fault == .takesTokensTooEarly ? month.advanced(byMonths: 1) : month
        return tokensByIdentifier[identifier].flatMap { (first...last).contains($0.authorisedIn) ? $0 : nil }
    }
}

extension InMemoryAnalyticsStores: OperationalInfoStore {
    package func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        by identifier: TokenIdentifier
    ) async throws(StoreError) -> Bool {
        guard var token = validToken(identifier, in: CalendarMonth(of: day)) else {
            return false
        }
        let isWithExposure = facts.isWithExposure || fault == .sharesTheKinds
        let used = isWithExposure ? token.withExposure : token.withoutExposure
        guard used < OperationalFacts.uploadsByToken + (fault == .countsAThird ? 1 : 0) else {
            return false
        }
        if fault == .letsOthersWin {
            // Many turns, as one alone lets nobody in on a machine that is busy.
            for _ in 0..<200 {
                await Task.yield()
            }
        }
        if isWithExposure {
            token.withExposure += 1
        } else {
            token.withoutExposure += 1
        }
        tokensByIdentifier[identifier] = token
        add(facts, on: day)
        return true
    }

    package func count(
        _ facts: OperationalFacts,
        on day: CalendarDay,
        boundBy binding: [UInt8],
        until expiry: UnixTime
    ) async throws(StoreError) -> Bool {
        guard bindings[binding] == nil || fault == .forgetsBindings else {
            if fault == .spendsRefusedUploads {
                add(facts, on: day)
            }
            return false
        }
        bindings[binding] = expiry
        add(facts, on: day)
        return true
    }

    package func rehearse(_ facts: OperationalFacts, on day: CalendarDay) async throws(StoreError) {
        if fault == .burnsInRehearsals {
            add(facts, on: day)
        }
    }

    package func counts(
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [OperationalCount] {
        uploads.filter { (first...last).contains($0.key.day) }
            .map { OperationalCount(receivedOn: $0.key.day, facts: $0.key.facts, count: $0.value) }
            .sorted { $0.receivedOn < $1.receivedOn }
    }

    package func deleteExpired(oldestDay: CalendarDay, now: UnixTime) async throws(StoreError) -> Int {
        bindings = bindings.filter { fault == .forgetsBindingsEarly ? $0.value > now : $0.value >= now }
        let oldest = oldestDay.advanced(byDays: fault == .deletesTheOldestDay ? 1 : 0)
        let old = uploads.filter { $0.key.day < oldest }
        old.keys.forEach { uploads[$0] = nil }
        return old.values.reduce(0, +)
    }

    private func add(_ facts: OperationalFacts, on day: CalendarDay) {
        let stored = OperationalFacts(
            platform: fault == .mixesThePlatforms ? .ios : facts.platform,
            province: facts.province,
            exposurePermission: facts.exposurePermission,
            bluetoothActive: facts.bluetoothActive,
            notificationPermission: facts.notificationPermission,
            lastRiskyExposureOn: fault == .losesTheDate
                ? facts.lastRiskyExposureOn.map { _ in day } : facts.lastRiskyExposureOn
        )
        uploads[Cell(day: day, facts: stored), default: 0] += 1
    }
}

extension InMemoryAnalyticsStores: EpidemiologicalInfoStore {
    package func keep(_ entries: [InboxEntry], oldestDay: CalendarDay) async throws(StoreError) -> Int {
        let known = fault == .keepsTwice ? [] : Set(kept.map(\.identifier))
        let new = entries.filter {
            !known.contains($0.identifier) && ($0.receivedOn >= oldestDay || fault == .keepsTheOld)
        }
        kept += new
        return new.count
    }

    package func entries(
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [InboxEntry] {
        kept.filter { (first...last).contains($0.receivedOn) }
    }

    package func deleteExpired(oldestDay: CalendarDay) async throws(StoreError) -> Int {
        let before = kept.count
        kept.removeAll { $0.receivedOn < oldestDay }
        return before - kept.count
    }
}

extension InMemoryAnalyticsStores: AnalyticsInbox {
    package func entries(limit: Int) async throws(StoreError) -> [InboxEntry] {
        Array(waiting.values.sorted { $0.identifier < $1.identifier }.prefix(limit))
    }

    package func remove(_ identifiers: [Bytes16]) async throws(StoreError) {
        if fault == .emptiesTheInbox {
            waiting = [:]
        }
        identifiers.forEach { waiting[$0] = nil }
    }
}
