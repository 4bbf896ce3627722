package import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

// MARK: - Accounts

extension InMemoryAssociation {
    package func register(
        _ new: NewAccount,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome {
        content.withLock { content in
            let earlier = content.accounts.values.first { $0.subject == new.subject }?.account.registration
            let isFull = !hasRoom(in: new.account.district, limits, now: now, content)
            if let earlier, fault != .keepsTheEarlierAccount, !isFull || fault == .endsTheEarlierOfTheRefused {
                let counts = content.reportCounts.filter { $0.key.registration == earlier }
                end(earlier, &content)
                for (day, count) in counts where fault != .forgetsReportsOfTheEarlierAccount {
                    content.reportCounts[AccountDay(registration: new.account.registration, day: day.day)] = count
                }
            }
            guard !isFull else {
                return .isFull
            }
            content.accounts[new.account.registration] = AccountRow(
                number: Self.freeNumber(content),
                subject: new.subject,
                account: stored(new.account)
            )
            content.registrations[DistrictHour(district: new.account.district, hour: Self.hour(now)), default: 0] += 1
            return .registered
        }
    }

    package func hasRoom(
        in district: PostalDistrict,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        content.withLock { fault == .alwaysSaysRoom || hasRoom(in: district, limits, now: now, $0) }
    }

    package func account(_ registration: RegistrationID) async throws(StoreError) -> Account? {
        content.withLock { $0.accounts[registration]?.account }
    }

    package func end(_ registration: RegistrationID) async throws(StoreError) -> Bool {
        content.withLock { content in end(registration, &content) }
    }

    package func countAttestations(
        of registration: RegistrationID,
        on day: CalendarDay,
        limit: Int
    ) async throws(StoreError) -> Bool {
        content.withLock { content in
            guard let row = content.accounts[registration] else {
                return fault == .attestsTheUnknown
            }
            let isSame = row.attested?.day == day || fault == .countsAttestationsOfAllDays
            let count = isSame ? row.attested?.count ?? 0 : 0
            guard count < limit || fault == .attestsAnyNumber else {
                return false
            }
            content.accounts[registration]?.attested = (day, count + 1)
            return true
        }
    }

    package func noteUse(of registrations: [RegistrationID], on day: CalendarDay) async throws(StoreError) {
        content.withLock { content in
            for registration in fault == .notesOneUse ? Array(registrations.prefix(1)) : registrations {
                guard let account = content.accounts[registration]?.account, fault != .forgetsTheUse,
                    account.used < day || fault == .takesEarlierUses
                else {
                    continue
                }
                content.accounts[registration]?.account = account.with(chain: account.chain, used: day)
            }
        }
    }

    package func endUnused(
        before day: CalendarDay,
        today: CalendarDay,
        limit: Int
    ) async throws(StoreError) -> Int {
        content.withLock { content in
            let unused = content.accounts.values.map(\.account).filter { account in
                let (used, registered) = (account.used < day, account.registered < day)
                return switch fault {
                case .endsTheUsed: registered
                case .endsTheNew: true
                case .keepsTheUnused: false
                default: used
                }
            }
            let part = fault == .endsAnyNumber ? unused[...] : unused.prefix(limit)
            part.forEach { end($0.registration, &content) }
            return part.count
        }
    }

    package func deleteCounts(now: UnixTime) async throws(StoreError) -> Int {
        content.withLock { content in
            let hour = Self.hour(now)
            let ended = content.registrations.keys.filter { key in
                key.hour < hour || fault == .deletesRegistrationCountsOfThisHour
            }
            if fault != .keepsRegistrationCounts {
                ended.forEach { content.registrations[$0] = nil }
                return ended.count
            }
            return 0
        }
    }

    private func stored(_ account: Account) -> Account {
        Account(
            registration: account.registration,
            jurisdiction: account.jurisdiction,
            district: account.district,
            chain: account.chain,
            registered: fault == .losesTheFirstDay ? account.registered.advanced(byDays: 1) : account.registered
        )
    }

    private func hasRoom(
        in district: PostalDistrict,
        _ limits: RegistrationLimits,
        now: UnixTime,
        _ content: Content
    ) -> Bool {
        var (here, everywhere) = (0, 0)
        for (key, count) in content.registrations where key.hour == Self.hour(now) || fault == .countsAllHours {
            everywhere += count
            here += key.district == district || fault == .countsAllDistricts ? count : 0
        }
        return fault == .takesAnyNumber
            || here < limits.district && (everywhere < limits.everywhere || fault == .countsDistrictsAlone)
    }

    private static func freeNumber(_ content: Content) -> AccountNumber {
        let taken = Set(content.accounts.values.map(\.number))
        var number = AccountNumber(.random(in: .min ... .max))
        while taken.contains(number) {
            number = AccountNumber(.random(in: .min ... .max))
        }
        return number
    }

    @discardableResult
    private func end(_ registration: RegistrationID, _ content: inout Content) -> Bool {
        if fault != .keepsReportsOfTheEnded {
            let rights = content.reports.filter { $0.value.state.registration == registration }.map(\.key)
            deleteIncomplete(rights, &content)
            rights.forEach { content.reports[$0] = nil }
            deleteOrphans(unless: .keepsBatchesOfTheEnded, &content)
            content.reportCounts = content.reportCounts.filter { $0.key.registration != registration }
        }
        if fault != .keepsContactsWithTheEnded {
            content.edges.removeAll { $0.edge.issuer == registration }
        }
        if fault != .keepsAlertsOfTheEnded {
            content.alerts = content.alerts.filter { $0.key.registration != registration }
        }
        if fault == .deletesCasesOfTheEnded {
            content.cases = [:]
        }
        return content.accounts.removeValue(forKey: registration) != nil || fault == .endsTheUnknown
    }
}

// MARK: - Keys and numbers

extension InMemoryAssociation {
    package func advanceChains(to day: CalendarDay, limit: Int) async throws(StoreError) -> Int {
        content.withLock { content in
            let old = content.accounts.filter { $0.value.account.chain.day < day }.map(\.key)
            let part = fault == .movesAllChainsAtOnce ? old[...] : old.prefix(limit)
            for registration in part {
                guard let account = content.accounts[registration]?.account,
                    let chain = try? moved(account.chain, to: day)
                else {
                    continue
                }
                content.accounts[registration]?.account = account.with(chain: chain, used: account.used)
            }
            return part.count
        }
    }

    private func moved(_ chain: ChainKey, to day: CalendarDay) throws(AssociationError) -> ChainKey {
        fault == .keepsChainKeys
            ? try ChainKey(day: day, bytes: SecretBytes(chain.exposedBytes)) : try chain.advanced(to: day)
    }

    package func count(in district: PostalDistrict?) async throws(StoreError) -> Int {
        content.withLock { content in
            content.accounts.values.count { row in
                district == nil || row.account.district == district || fault == .countsAccountsOfAllDistricts
            }
        }
    }

    package func accounts(after last: AccountNumber?, limit: Int) async throws(StoreError) -> [NumberedAccount] {
        content.withLock { content in
            let sorted = numbered(content).filter { entry in
                last.map { entry.number > $0 || (fault == .repeatsTheLastAccount && entry.number == $0) } ?? true
            }
            let ordered = fault == .countsAccountsBackwards ? sorted.reversed() : sorted
            return Array(ordered.prefix(limit))
        }
    }

    package func accounts(
        registeredOn day: CalendarDay,
        after last: RegistrationID?,
        limit: Int
    ) async throws(StoreError) -> [NumberedAccount] {
        content.withLock { content in
            let found = numbered(content).filter { entry in
                entry.account.registered == day || fault == .findsAccountsOfEveryDay
            }
            let sorted = found.sorted { $0.account.registration < $1.account.registration }
            let rest = sorted.filter { entry in last.map { $0 < entry.account.registration } ?? true }
            return Array((fault == .repeatsADaysFirstAccounts ? sorted : rest).prefix(limit))
        }
    }

    package func accounts(_ numbers: Set<AccountNumber>) async throws(StoreError) -> [NumberedAccount] {
        content.withLock { content in
            numbered(content).filter { numbers.contains($0.number) || fault == .findsEveryAccount }
        }
    }

    private func numbered(_ content: Content) -> [NumberedAccount] {
        content.accounts.values.sorted { $0.number < $1.number }
            .map { NumberedAccount(number: $0.number, account: $0.account) }
    }
}

extension Account {
    fileprivate func with(chain: ChainKey, used: CalendarDay) -> Account {
        Account(
            registration: registration,
            jurisdiction: jurisdiction,
            district: district,
            chain: chain,
            registered: registered,
            used: used
        )
    }
}

// MARK: - Indexes

extension InMemoryAssociation {
    package func intervalsWithoutIndex(
        _ intervals: ClosedRange<AssociationInterval>
    ) async throws(StoreError) -> [AssociationInterval] {
        content.withLock { content in
            (intervals.lowerBound.number...intervals.upperBound.number).map(AssociationInterval.init)
                .filter { content.indexes[$0] == nil || fault == .missesEveryIndex }
        }
    }

    package func put(_ index: ClientIDIndex, of interval: AssociationInterval) async throws(StoreError) {
        content.withLock { content in
            let earlier = fault == .keepsTheFirstIndex ? content.indexes[interval] : nil
            content.indexes[interval] = earlier ?? index
        }
    }

    package func index(of interval: AssociationInterval) async throws(StoreError) -> ClientIDIndex? {
        content.withLock { $0.indexes[interval] }
    }

    package func deleteIndexes(before interval: AssociationInterval) async throws(StoreError) -> Int {
        content.withLock { content in
            let ended = content.indexes.keys.filter { key in
                key < interval || (fault == .deletesTheIndexAtTheBound && key == interval)
            }
            guard fault != .keepsIndexes else {
                return 0
            }
            ended.forEach { content.indexes[$0] = nil }
            return ended.count
        }
    }
}
