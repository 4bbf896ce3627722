import AnalyticsStores
import DiagnosisKeyStores
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the Analytics Service's ports, as checks that report violations.
package enum AnalyticsConformance {
    typealias Check = RuleCheck<AnalyticsStoreHandles>

    package static let checks = tokenChecks + bindingChecks + countChecks + inboxChecks
}

// MARK: - Small values

extension AnalyticsConformance {
    static let now = Samples.now
    static let today = now.utcDay
    static let month = CalendarMonth(of: today)
    static let months = month...month
    /// A range from long before to long after all days of the checks.
    static let allDays = today.advanced(byDays: -1000)...today.advanced(byDays: 1000)

    static func token(_ number: UInt8 = 1) -> TokenIdentifier {
        TokenIdentifier(digest: [UInt8](repeating: number, count: 32))
    }

    static func binding(_ number: UInt8 = 1) -> [UInt8] { [UInt8](repeating: number, count: 32) }

    static func facts(
        _ platform: OperationalFacts.Platform = .ios,
        province: String = "RM",
        flags: [Bool] = [true, true, true],
        exposedDaysAgo: Int? = nil
    ) -> OperationalFacts {
        OperationalFacts(
            platform: platform,
            province: province,
            exposurePermission: flags[0],
            bluetoothActive: flags[1],
            notificationPermission: flags[2],
            lastRiskyExposureOn: exposedDaysAgo.map { today.advanced(byDays: -$0) }
        )
    }

    static func counts(_ stores: AnalyticsStoreHandles) async throws -> [OperationalCount] {
        try await stores.operational.counts(from: allDays.lowerBound, through: allDays.upperBound)
    }

    static func uploads(_ stores: AnalyticsStoreHandles) async throws -> Int {
        try await counts(stores).map(\.count).reduce(0, +)
    }

    static func kept(_ stores: AnalyticsStoreHandles) async throws -> [InboxEntry] {
        try await stores.epidemiological.entries(from: allDays.lowerBound, through: allDays.upperBound)
    }

    /// How many of 30 calls at once return true.
    static func winners(_ call: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<30 {
                group.addTask { try await call(number) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}

// MARK: - Tokens

extension AnalyticsConformance {
    private static let tokenChecks = [
        Check(rule: "a token counts if it was authorised in one of the months") { stores, report in
            try await stores.authorise(token(), month)
            for (first, last, counts) in [(-2, -1, false), (-1, 0, true), (0, 1, true), (1, 2, false)] {
                let months = month.advanced(byMonths: first)...month.advanced(byMonths: last)
                let isAuthorised = try await stores.tokens.isAuthorised(token(), in: months)
                report.expectEqual(isAuthorised, counts, "authorised in \(months)")
                report.expectEqual(
                    try await stores.operational.count(facts(), on: today, by: token(), authorisedIn: months),
                    counts,
                    "an upload in \(months)"
                )
            }
            report.expect(try await !stores.tokens.isAuthorised(token(2), in: months), "another token is valid")
            report.expect(try await !count(facts(), number: 2, to: stores), "another token counted")
        },
        Check(rule: "a token gives two uploads with and two without exposure, in any order") { stores, report in
            for (number, order) in [[0, 0, 1, 1, 0, 1], [1, 1, 1, 0, 0, 0], [0, 1, 0, 1, 0, 1]].enumerated() {
                try await stores.authorise(token(UInt8(number)), month)
                var left = [2, 2]
                for kind in order {
                    let facts = facts(exposedDaysAgo: kind == 1 ? 3 : nil)
                    let counted = try await count(facts, number: UInt8(number), to: stores)
                    report.expectEqual(counted, left[kind] > 0, "upload in order \(number)")
                    left[kind] = max(0, left[kind] - 1)
                }
            }
            report.expectEqual(try await uploads(stores), 12, "uploads counted")
        },
        Check(rule: "of thirty uploads at once with one token, two of each kind win") { stores, report in
            try await stores.authorise(token(), month)
            let winners = try await winners { number in
                try await count(facts(exposedDaysAgo: number.isMultiple(of: 2) ? 3 : nil), number: 1, to: stores)
            }
            report.expectEqual(winners, 4, "winners")
            report.expectEqual(try await counts(stores).map(\.count), [2, 2], "counts")
        },
        Check(rule: "a token authorised again has no more uploads than before") { stores, report in
            try await stores.authorise(token(), month)
            for _ in 0..<2 {
                _ = try await count(facts(), number: 1, to: stores)
            }
            try await stores.authorise(token(), month.advanced(byMonths: 1))
            report.expect(try await !count(facts(), number: 1, to: stores), "a third upload counted")
        },
        Check(rule: "tokens that were authorised before the month are forgotten") { stores, report in
            try await stores.authorise(token(), month)
            for (offset, deleted) in [(-1, 0), (0, 0), (1, 1), (2, 0)] {
                let count = try await stores.tokens.delete(authorisedBefore: month.advanced(byMonths: offset))
                report.expectEqual(count, deleted, "tokens deleted \(offset) months later")
            }
            report.expect(try await !stores.tokens.isAuthorised(token(), in: months), "a deleted token is valid")
        },
    ]
}

// MARK: - Bindings

extension AnalyticsConformance {
    private static func count(
        _ stores: AnalyticsStoreHandles,
        binding number: UInt8 = 1,
        until expiry: UnixTime = now
    ) async throws -> Bool {
        try await stores.operational.count(facts(.android), on: today, boundBy: binding(number), until: expiry)
    }

    private static let bindingChecks = [
        Check(rule: "a binding counts once") { stores, report in
            report.expectEqual(try await count(stores), true, "first")
            report.expectEqual(try await count(stores), false, "second")
            report.expectEqual(try await count(stores, binding: 2), true, "another's")
            report.expectEqual(try await uploads(stores), 2, "uploads counted")
        },
        Check(rule: "of thirty uploads at once with one binding, one wins") { stores, report in
            let winners = try await winners { _ in try await count(stores) }
            report.expectEqual(winners, 1, "winners")
            report.expectEqual(try await uploads(stores), 1, "uploads counted")
        },
        Check(rule: "a binding is remembered until its expiry, inclusive") { stores, report in
            report.expect(try await count(stores, until: now), "refused")
            _ = try await stores.operational.deleteExpired(oldestDay: today, now: now)
            report.expectEqual(try await count(stores, until: now), false, "again at the expiry")
            _ = try await stores.operational.deleteExpired(oldestDay: today, now: now.advanced(bySeconds: 1))
            report.expectEqual(try await count(stores, until: now), true, "again after it was forgotten")
        },
    ]
}

// MARK: - Counts

extension AnalyticsConformance {
    private static let countChecks = [
        Check(rule: "every fact and the day make a count of its own") { stores, report in
            let different = [
                facts(), facts(.android), facts(province: "MI"), facts(flags: [false, true, true]),
                facts(flags: [true, false, true]), facts(flags: [true, true, false]), facts(exposedDaysAgo: 3),
                facts(exposedDaysAgo: 4), facts(.android, exposedDaysAgo: 3),
            ]
            var number: UInt8 = 0
            for (times, facts) in different.enumerated() {
                for _ in 0...times {
                    number += 1
                    try await stores.authorise(token(number), month)
                    let counted = try await count(facts, number: number, to: stores)
                    report.expect(counted, "an upload was refused")
                }
            }
            let expected = different.enumerated().map { OperationalCount(receivedOn: today, facts: $1, count: $0 + 1) }
            report.expectEqual(Set(try await counts(stores)), Set(expected), "counts")
        },
        Check(rule: "counts come in the order of the days, from the first to the last asked for") { stores, report in
            for (number, offset) in [2, -1, 0, 1, -2].enumerated() {
                _ = try await stores.operational.count(
                    facts(.android),
                    on: today.advanced(byDays: offset),
                    boundBy: binding(UInt8(number)),
                    until: now
                )
            }
            let found = try await stores.operational.counts(
                from: today.advanced(byDays: -1),
                through: today.advanced(byDays: 1)
            )
            report.expectEqual(found.map { $0.receivedOn.days(since: today) }, [-1, 0, 1], "days")
        },
        Check(rule: "a rehearsal leaves nothing behind") { stores, report in
            try await stores.authorise(token(), month)
            for platform in OperationalFacts.Platform.allCases {
                for exposedDaysAgo in [nil, 3] {
                    try await stores.operational.rehearse(facts(platform, exposedDaysAgo: exposedDaysAgo), on: today)
                }
            }
            report.expectEqual(try await uploads(stores), 0, "uploads counted")
            let tokens = try await stores.tokens.delete(authorisedBefore: month.advanced(byMonths: 9))
            report.expectEqual(tokens, 1, "tokens in the store")
        },
        Check(rule: "days before the oldest are forgotten, and their uploads counted") { stores, report in
            for number: UInt8 in 1...3 {
                let day = today.advanced(byDays: number == 3 ? 0 : -1)
                _ = try await stores.operational.count(facts(.android), on: day, boundBy: binding(number), until: now)
            }
            let deleted = try await stores.operational.deleteExpired(oldestDay: today, now: now)
            report.expectEqual(deleted, 2, "uploads deleted")
            report.expectEqual(try await counts(stores).map(\.receivedOn), [today], "days left")
        },
    ]

    private static func count(
        _ facts: OperationalFacts,
        number: UInt8,
        to stores: AnalyticsStoreHandles
    ) async throws -> Bool {
        switch facts.platform {
        case .ios:
            try await stores.operational.count(facts, on: today, by: token(number), authorisedIn: months)
        case .android:
            try await stores.operational.count(facts, on: today, boundBy: binding(number), until: now)
        }
    }
}

// MARK: - Inbox

extension AnalyticsConformance {
    private static let inboxChecks = [
        Check(rule: "an entry is kept once, whole, however often it comes") { stores, report in
            let entries = (1...5).map { Samples.inboxEntry($0) }
            report.expectEqual(try await stores.epidemiological.keep(entries, oldestDay: today), 5, "kept")
            let new = try await stores.epidemiological.keep([entries[2], Samples.inboxEntry(6)], oldestDay: today)
            report.expectEqual(new, 1, "kept of an old and a new one")
            let expected = Set(entries + [Samples.inboxEntry(6)])
            let found = try await kept(stores)
            report.expectEqual(found.count, 6, "entries")
            report.expectEqual(Set(found), expected, "content")
        },
        Check(rule: "entries before the oldest day are neither kept nor left") { stores, report in
            let old = Samples.inboxEntry(1, receivedOn: today.advanced(byDays: -1))
            let new = try await stores.epidemiological.keep([old, Samples.inboxEntry(2)], oldestDay: today)
            report.expectEqual(new, 1, "kept")
            _ = try await stores.epidemiological.keep([old], oldestDay: old.receivedOn)
            report.expectEqual(try await kept(stores).count, 2, "entries")
            report.expectEqual(try await stores.epidemiological.deleteExpired(oldestDay: today), 1, "deleted")
            report.expectEqual(try await kept(stores), [Samples.inboxEntry(2)], "what is left")
        },
        Check(rule: "the inbox gives its entries in the order of their identifiers, and is rid of those named") {
            stores,
            report in
            let entries = (1...5).map { Samples.inboxEntry($0) }.sorted { $0.identifier < $1.identifier }
            for entry in entries.reversed() {
                try await stores.receive(entry)
            }
            report.expectEqual(try await stores.inbox.entries(limit: 2), Array(entries[..<2]), "first two")
            for _ in 0..<2 {
                try await stores.inbox.remove(entries[..<2].map(\.identifier))
            }
            report.expectEqual(try await stores.inbox.entries(limit: 9), Array(entries[2...]), "the others")
        },
    ]
}
