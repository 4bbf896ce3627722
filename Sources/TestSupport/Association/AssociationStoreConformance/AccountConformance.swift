package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the ports of accounts, as checks that report violations.
package enum AccountConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    package static let checks = registrationChecks + useChecks + keyChecks + indexChecks

    private static let now = Samples.now

    private static let registrationChecks = [
        Check(rule: "accounts are counted by their district") { stores, report in
            let accounts = stores.accounts
            report.expectEqual(try await accounts.count(in: nil), 0, "none")
            for (number, district) in [(UInt8(1), Samples.district), (2, Samples.district), (3, Samples.otherDistrict)]
            {
                let new = try Samples.new(number, in: district)
                _ = try await accounts.register(new, limits: Samples.limits(10), now: Samples.now)
            }
            report.expectEqual(try await accounts.count(in: nil), 3, "all")
            report.expectEqual(try await accounts.count(in: Samples.district), 2, "one district")
            report.expectEqual(try await accounts.count(in: Samples.otherDistrict), 1, "the other")
        },
        Check(rule: "an account is found as it was registered") { stores, report in
            let accounts = stores.accounts
            let new = try Samples.new(1, subject: 9)
            let outcome = try await accounts.register(new, limits: Samples.limits(10), now: now)
            report.expectEqual(outcome, .registered, "the outcome")
            let found = try await accounts.account(Samples.registration(1))
            report.expectEqual(found?.jurisdiction, Samples.jurisdiction, "the jurisdiction")
            report.expectEqual(found?.district, Samples.district, "the district")
            report.expectEqual(found?.chain.day, Samples.today.advanced(byDays: -21), "the day of the chain key")
            report.expectEqual(found?.chain.exposedBytes, [UInt8](repeating: 1, count: 32), "the chain key")
            report.expectEqual(found?.registered, Samples.today.advanced(byDays: -21), "the first day")
            let proven = try await accounts.proven(Samples.registration(1))
            report.expectEqual(proven?.account.registration, Samples.registration(1), "the account with its person")
            report.expectEqual(proven?.subject, ProofSubject(Samples.digest(9)), "the person")
            report.expect(try await accounts.account(Samples.registration(2)) == nil, "an unknown account")
        },
        Check(rule: "registering again ends the old account") { stores, report in
            _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
            _ = try await stores.accounts.register(Samples.new(2, subject: 1), limits: Samples.limits(10), now: now)
            report.expect(try await stores.accounts.account(Samples.registration(1)) == nil, "the old account")
            report.expect(try await stores.accounts.account(Samples.registration(2)) != nil, "the new account")
        },
        Check(rule: "a district has its registrations in an hour, and the next hour has as many") { stores, report in
            let accounts = stores.accounts
            _ = try await accounts.register(Samples.new(1), limits: Samples.limits(2), now: now)
            let second = try await accounts.register(Samples.new(2), limits: Samples.limits(2), now: now)
            report.expectEqual(second, .registered, "second")
            let end = now.advanced(bySeconds: 3599)
            let third = try await accounts.register(Samples.new(3), limits: Samples.limits(2), now: end)
            report.expectEqual(third, .isFull, "third")
            report.expect(try await accounts.account(Samples.registration(3)) == nil, "the refused account")
            let elsewhere = try Samples.new(4, in: Samples.otherDistrict)
            let fourth = try await accounts.register(elsewhere, limits: Samples.limits(2), now: end)
            report.expectEqual(fourth, .registered, "elsewhere")
            let next = now.advanced(bySeconds: 3600)
            let later = try await accounts.register(Samples.new(3), limits: Samples.limits(2), now: next)
            report.expectEqual(later, .registered, "later")
            report.expectEqual(try await accounts.deleteCounts(now: next), 2, "deleted counts")
            let kept = try await accounts.register(Samples.new(5), limits: Samples.limits(1), now: next)
            report.expectEqual(kept, .isFull, "the count of this hour")
        },
        Check(rule: "all districts together have their registrations in an hour") { stores, report in
            let (accounts, limits) = (stores.accounts, Samples.limits(10, everywhere: 2))
            _ = try await accounts.register(Samples.new(1), limits: limits, now: now)
            let elsewhere = try Samples.new(2, in: Samples.otherDistrict)
            let second = try await accounts.register(elsewhere, limits: limits, now: now)
            report.expectEqual(second, .registered, "second")
            let third = try await accounts.register(Samples.new(3), limits: limits, now: now)
            report.expectEqual(third, .isFull, "third")
            report.expect(try await accounts.account(Samples.registration(3)) == nil, "the refused account")
            let next = now.advanced(bySeconds: 3600)
            let later = try await accounts.register(Samples.new(3), limits: limits, now: next)
            report.expectEqual(later, .registered, "later")
        },
        Check(rule: "whether there is room is known before a registration") { stores, report in
            let (accounts, here) = (stores.accounts, try Samples.new(1).account.district)
            for (limits, expected) in [
                (Samples.limits(2, everywhere: 2), true), (Samples.limits(1, everywhere: 2), false),
                (Samples.limits(2, everywhere: 1), false),
            ] {
                _ = try await accounts.register(Samples.new(1), limits: Samples.limits(1), now: now)
                let hasRoom = try await accounts.hasRoom(in: here, limits: limits, now: now)
                report.expectEqual(hasRoom, expected, "room within \(limits)")
            }
        },
        Check(rule: "registering again gives no further reports") { stores, report in
            let limits = ReportLimits(reports: 1, days: 90)
            _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
            try await stores.reports.issue(Samples.code(1))
            try await stores.reports.issue(Samples.code(2))
            let first = try await stores.reports.grant(Samples.claim(1), limits: limits, now: now)
            report.expect(first != nil, "the first")
            _ = try await stores.accounts.register(Samples.new(2, subject: 1), limits: Samples.limits(10), now: now)
            let claim = try Samples.claim(2, by: 2, person: 1)
            let second = try await stores.reports.grant(claim, limits: limits, now: now)
            report.expect(second == nil, "the second, by the new account")
            let later = now.advanced(bySeconds: 90 * UnixTime.secondsPerDay)
            try await stores.reports.issue(Samples.code(3, expiry: later.advanced(bySeconds: 1)))
            let third = try Samples.claim(3, by: 2, person: 1)
            report.expect(try await stores.reports.grant(third, limits: limits, now: later) != nil, "after 90 days")
        },
        Check(rule: "a refused registration does not end the old account") { stores, report in
            _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(1), now: now)
            _ = try await stores.accounts.register(Samples.new(2, subject: 1), limits: Samples.limits(1), now: now)
            report.expect(try await stores.accounts.account(Samples.registration(1)) != nil, "the old account")
        },
        Check(rule: "an ended account leaves nothing, and its case stays") { stores, report in
            let (accounts, reports) = (stores.accounts, stores.reports)
            _ = try await accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
            _ = try await accounts.register(Samples.new(2), limits: Samples.limits(10), now: now)
            try await reports.issue(Samples.code(1))
            _ = try await reports.grant(Samples.claim(1, batches: [1]), limits: .usual, now: now)
            let contacts = [Samples.contact(with: 2), Samples.contact(with: 3)]
            _ = try await reports.accept(
                contacts,
                digest: Samples.digest(1),
                of: Samples.right(1),
                newCase: Samples.caseID(7),
                now: now
            )
            report.expect(try await accounts.end(Samples.registration(1)), "the end of the reporter")
            report.expect(try await !accounts.end(Samples.registration(1)), "a second end")
            report.expect(try await reports.report(of: Samples.right(1), now: now) == nil, "its report")
            report.expectEqual(try await reports.cases().map(\.id), [Samples.caseID(7)], "the case")
            report.expect(try await accounts.end(Samples.registration(2)), "the end of a contact")
            let edges = try await reports.edges(of: Samples.caseID(7))
            report.expectEqual(edges.map(\.issuer), [Samples.registration(3)], "contacts")
        },
    ]

    private static let useChecks = [
        Check(rule: "an account has a number of requests for attestations on a day") { stores, report in
            let accounts = stores.accounts
            func count(_ number: UInt8, daysAgo: Int = 0) async throws -> Bool {
                try await accounts.countAttestations(
                    of: Samples.registration(number),
                    on: Samples.today.advanced(byDays: -daysAgo),
                    limit: 2
                )
            }
            for number in UInt8(1)...2 {
                _ = try await accounts.register(Samples.new(number), limits: Samples.limits(10), now: now)
            }
            report.expect(try await count(1, daysAgo: 1), "yesterday")
            report.expect(try await count(1, daysAgo: 1), "yesterday again")
            report.expect(try await count(1), "today")
            report.expect(try await count(1), "today again")
            report.expect(try await !count(1), "too often today")
            report.expect(try await count(2), "another account")
            report.expect(try await !count(9), "an unknown account")
        },
        Check(rule: "an account that nobody used since a day ends, and another one stays") { stores, report in
            let (accounts, today) = (stores.accounts, Samples.today)
            for number in UInt8(1)...4 {
                let account = try Samples.account(number, since: today.advanced(byDays: number == 4 ? -10 : -70))
                let new = NewAccount(account, subject: ProofSubject(Samples.digest(number)))
                _ = try await accounts.register(new, limits: Samples.limits(10), now: now)
            }
            let used = Samples.registration(1)
            try await accounts.noteUse(of: [used, Samples.registration(9)], on: today.advanced(byDays: -60))
            try await accounts.noteUse(of: [used], on: today.advanced(byDays: -65))
            report.expectEqual(try await accounts.account(used)?.used, today.advanced(byDays: -60), "the last use")
            let bound = today.advanced(byDays: -60)
            func end(before day: CalendarDay, limit: Int = 10) async throws -> Int {
                try await accounts.endUnused(before: day, today: today, limit: limit)
            }
            report.expectEqual(try await end(before: bound, limit: 1), 1, "the first of two")
            report.expectEqual(try await end(before: bound), 1, "the second")
            report.expectEqual(try await end(before: bound), 0, "no other")
            report.expect(try await accounts.account(used) != nil, "the used account")
            report.expect(try await accounts.account(Samples.registration(4)) != nil, "the new account")
            let later = bound.advanced(byDays: 1)
            report.expectEqual(try await end(before: later), 1, "a day later")
        },
        Check(rule: "many accounts are noted as used at once") { stores, report in
            let (accounts, day) = (stores.accounts, Samples.today.advanced(byDays: 1))
            let numbers = UInt8(1)...5
            for number in numbers {
                _ = try await accounts.register(Samples.new(number), limits: Samples.limits(10), now: now)
            }
            try await accounts.noteUse(of: [], on: day)
            // In no order, and one of them twice.
            try await accounts.noteUse(of: [4, 1, 3, 1, 9].map(Samples.registration), on: day)
            for number in numbers {
                let used = try await accounts.account(Samples.registration(number))?.used
                report.expectEqual(used == day, [1, 3, 4].contains(number), "account \(number)")
            }
        },
    ]

    private static let keyChecks = [
        Check(rule: "chain keys move to a day, a part at a time, and none moves back") { stores, report in
            for number in UInt8(1)...3 {
                _ = try await stores.accounts.register(Samples.new(number), limits: Samples.limits(10), now: now)
            }
            let day = Samples.today.advanced(byDays: -19)
            report.expectEqual(try await stores.accounts.advanceChains(to: day, limit: 2), 2, "the first part")
            report.expectEqual(try await stores.accounts.advanceChains(to: day, limit: 2), 1, "the second part")
            report.expectEqual(try await stores.accounts.advanceChains(to: day, limit: 2), 0, "nothing is left")
            let earlier = day.advanced(byDays: -1)
            report.expectEqual(try await stores.accounts.advanceChains(to: earlier, limit: 2), 0, "an earlier day")
            let expected = try Samples.account(2).chain.advanced(to: day)
            let found = try await stores.accounts.account(Samples.registration(2))?.chain
            report.expectEqual(found?.day, day, "the day")
            report.expectEqual(found?.exposedBytes, expected.exposedBytes, "the key")
        }
    ]

    private static let indexChecks = [
        Check(rule: "accounts come by number, in parts, each once") { stores, report in
            for number in UInt8(1)...5 {
                _ = try await stores.accounts.register(Samples.new(number), limits: Samples.limits(10), now: now)
            }
            let first = try await stores.accounts.accounts(after: nil, limit: 3)
            let rest = try await stores.accounts.accounts(after: first.last?.number, limit: 3)
            let all = first + rest
            report.expectEqual([first.count, rest.count], [3, 2], "the parts")
            report.expectEqual(Set(all.map(\.account.registration)).count, 5, "accounts")
            report.expectEqual(all.map(\.number), all.map(\.number).sorted(), "the order")
            let wanted = Set(all.map(\.number).prefix(2))
            let found = try await stores.accounts.accounts(wanted)
            report.expectEqual(Set(found.map(\.number)), wanted, "those that are asked for")
        },
        Check(rule: "accounts come by the day of their registration, in parts, each once") { stores, report in
            let accounts = stores.accounts
            let (day, other) = (Samples.today, Samples.today.advanced(byDays: -1))
            for number in UInt8(1)...5 {
                let account = try Samples.account(number, since: number == 3 ? other : day)
                let new = NewAccount(account, subject: ProofSubject(Samples.digest(number)))
                _ = try await accounts.register(new, limits: Samples.limits(10), now: now)
            }
            let first = try await accounts.accounts(registeredOn: day, after: nil, limit: 3)
            let rest = try await accounts.accounts(registeredOn: day, after: first.last?.account.registration, limit: 3)
            let found = (first + rest).map(\.account.registration)
            report.expectEqual(found, ([1, 2, 4, 5] as [UInt8]).map(Samples.registration), "the accounts of the day")
            report.expectEqual(first.count, 3, "the first part")
            let numbers = try await accounts.accounts(Set(first.map(\.number)))
            report.expectEqual(Set(numbers.map(\.account.registration)).count, 3, "the accounts of their numbers")
            report.expectEqual(first.first?.account.chain.day, day, "the day of the chain key")
            let earlier = try await accounts.accounts(registeredOn: other, after: nil, limit: 3)
            let before = earlier.map(\.account.registration)
            report.expectEqual(before, [Samples.registration(3)], "those of the day before")
        },
        Check(rule: "an interval's index is stored, replaced and deleted") { stores, report in
            let indexes = stores.indexes
            let interval = AssociationInterval(clamping: now)
            let (before, after) = (AssociationInterval(interval.number - 1), AssociationInterval(interval.number + 1))
            let index = ClientIDIndex([(ClientID(Samples.digest(9)), AccountNumber(4))])
            try await indexes.put(ClientIDIndex([]), of: interval)
            try await indexes.put(index, of: interval)
            report.expectEqual(try await indexes.index(of: interval), index, "the index")
            report.expect(try await indexes.index(of: before) == nil, "an index that is not there")
            report.expectEqual(try await indexes.intervalsWithoutIndex(before...after), [before, after], "the missing")
            report.expectEqual(try await indexes.deleteIndexes(before: interval), 0, "deleted before")
            report.expectEqual(try await indexes.deleteIndexes(before: after), 1, "deleted")
            report.expect(try await indexes.index(of: interval) == nil, "a deleted index")
        },
    ]
}
