import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of the federation, as checks that report violations.
package enum FederationConformance {
    private typealias Check = RuleCheck<any FederationStore>
    private typealias Samples = FederationSamples

    package static let checks = partnerChecks + batchChecks + recordChecks

    /// Ten minutes after a whole hour.
    private static let now = CoronaWarnSamples.now.advanced(bySeconds: 600)
    private static let endOfHour = CoronaWarnSamples.now.advanced(bySeconds: 3600)
    private static let day = UnixTime.secondsPerDay

    private static let partnerChecks = [
        Check(rule: "partners are listed by country, and a name has one country") { store, report in
            let (first, second) = (Samples.partner(trustRoots: [1, 2]), Samples.partner(Samples.other))
            report.expect(try await store.put(second), "a partner is refused")
            report.expect(try await store.put(first), "a second partner is refused")
            report.expect(try await !store.put(Samples.partner(Samples.own, name: first.name)), "a shared name")
            let expected = [FederationState(partner: first), FederationState(partner: second)]
            report.expectEqual(try await store.partners(now: now), expected, "the partners")
        },
        Check(rule: "a change of a partner keeps the state of the exchange") { store, report in
            _ = try await store.put(Samples.partner())
            _ = try await store.accept(Samples.received(3, after: 0, keys: 0..<2), now: now)
            _ = try await store.setPaused(true, for: Samples.neighbour)
            let changed = Samples.partner(name: "another", maxKeys: 5000)
            report.expect(try await store.put(changed), "the change is refused")
            let expected = FederationState(
                partner: changed,
                isPaused: true,
                lastBatch: 3,
                keysToday: 2,
                answered: endOfHour
            )
            report.expectEqual(try await store.partners(now: now), [expected], "the partner")
        },
        Check(rule: "changes of an unknown partner are refused") { store, report in
            let country = Samples.neighbour
            report.expect(try await !store.remove(country), "it is removed")
            report.expect(try await !store.setPaused(true, for: country), "it is paused")
            report.expect(try await !store.rewind(country, to: 1), "it is rewound")
            try await store.noteAnswer(of: country, now: now)
            report.expectEqual(try await store.accept(Samples.received(1, after: 0), now: now), .outdated, "a batch")
            report.expect(
                try await !store.refuse(1, of: country, after: 0, because: .malformed, now: now),
                "a refusal is noted"
            )
            report.expectEqual(try await store.records(), [], "records")
        },
        Check(rule: "a removed partner leaves no records, and begins anew") { store, report in
            _ = try await store.put(Samples.partner())
            _ = try await store.put(Samples.partner(Samples.other))
            _ = try await store.accept(Samples.received(2, after: 0), now: now)
            _ = try await store.accept(Samples.received(1, after: 0, from: Samples.other), now: now)
            report.expect(try await store.remove(Samples.neighbour), "the removal is refused")
            report.expectEqual(try await store.records().map(\.country), [Samples.other], "records")
            _ = try await store.put(Samples.partner())
            report.expectEqual(try await store.partners(now: now).map(\.lastBatch), [0, 1], "last batches")
        },
        Check(rule: "a partner gets as many answers in an hour as the limit says") { store, report in
            let hour = UnixTime(now.seconds / 3600 * 3600)
            let country = Samples.neighbour
            report.expect(try await !store.countAnswer(to: country, limit: 2, now: hour), "an unknown country")
            _ = try await store.put(Samples.partner())
            _ = try await store.put(Samples.partner(Samples.other))
            let end = hour.advanced(bySeconds: 3599)
            report.expect(try await store.countAnswer(to: country, limit: 2, now: hour), "the first")
            report.expect(try await store.countAnswer(to: country, limit: 2, now: end), "the second")
            report.expect(try await !store.countAnswer(to: country, limit: 2, now: end), "the third")
            report.expect(try await store.countAnswer(to: Samples.other, limit: 2, now: end), "another country")
            let next = hour.advanced(bySeconds: 3600)
            report.expect(try await store.countAnswer(to: country, limit: 2, now: next), "the next hour")
            report.expect(try await store.countAnswer(to: country, limit: 2, now: next), "its second")
            report.expect(try await !store.countAnswer(to: country, limit: 2, now: next), "its third")
        },
        Check(rule: "an answer is known by the end of its hour") { store, report in
            _ = try await store.put(Samples.partner())
            try await store.noteAnswer(of: Samples.neighbour, now: now)
            report.expectEqual(try await store.partners(now: now).first?.answered, endOfHour, "the hour")
        },
    ]

    private static let batchChecks = [
        Check(rule: "a batch counts once, after the one before") { store, report in
            _ = try await store.put(Samples.partner())
            let first = try Samples.received(4, after: 0, keys: 0..<3, skipped: 1)
            report.expectEqual(try await store.accept(first, now: now), .stored, "the first")
            report.expectEqual(try await store.accept(first, now: now), .outdated, "the first again")
            report.expectEqual(try await store.accept(Samples.received(6, after: 5), now: now), .outdated, "after 5")
            report.expectEqual(try await store.accept(Samples.received(5, after: 4), now: now), .stored, "the next")
            let state = try await store.partners(now: now).first
            report.expectEqual(state?.lastBatch, 5, "the last batch")
            report.expectEqual(state?.keysToday, 4, "the keys of the day")
        },
        Check(rule: "after a rewind, batches come again") { store, report in
            _ = try await store.put(Samples.partner())
            let batch = try Samples.received(1, after: 0, keys: 0..<3)
            _ = try await store.accept(batch, now: now)
            report.expect(try await store.rewind(Samples.neighbour, to: 0), "the rewind is refused")
            report.expectEqual(try await store.accept(batch, now: now), .stored, "the batch again")
            report.expectEqual(try await store.records().count, 1, "records")
        },
        Check(rule: "nothing is taken from a paused partner") { store, report in
            _ = try await store.put(Samples.partner())
            report.expect(try await store.setPaused(true, for: Samples.neighbour), "the pause is refused")
            let batch = try Samples.received(1, after: 0, keys: 0..<1)
            report.expectEqual(try await store.accept(batch, now: now), .outdated, "a batch")
            report.expect(
                try await !store.refuse(1, of: Samples.neighbour, after: 0, because: .malformed, now: now),
                "a refusal is noted"
            )
            _ = try await store.setPaused(false, for: Samples.neighbour)
            report.expectEqual(try await store.accept(batch, now: now), .stored, "the batch after the pause")
        },
        Check(rule: "a day has room for the partner's limit, skipped keys included, and the next day for as many") {
            store,
            report in
            _ = try await store.put(Samples.partner(maxKeys: 4000))
            let skipped = try Samples.received(1, after: 0, keys: 0..<1, skipped: 3998)
            report.expectEqual(try await store.accept(skipped, now: now), .stored, "3999 keys")
            let two = try Samples.received(2, after: 1, keys: 1..<3)
            report.expectEqual(try await store.accept(two, now: now), .overLimit, "4001 keys")
            report.expectEqual(try await store.partners(now: now).first?.lastBatch, 1, "the last batch")
            let one = try Samples.received(2, after: 1, keys: 3..<4)
            report.expectEqual(try await store.accept(one, now: now), .stored, "4000 keys")
            let tomorrow = now.advanced(bySeconds: day)
            report.expectEqual(try await store.partners(now: tomorrow).first?.keysToday, 0, "keys of the next day")
            let rest = try Samples.received(3, after: 2, skipped: 4000)
            report.expectEqual(try await store.accept(rest, now: tomorrow), .stored, "4000 keys on the next day")
        },
    ]

    private static let recordChecks = [
        Check(rule: "each batch has a record until its age") { store, report in
            _ = try await store.put(Samples.partner())
            _ = try await store.accept(Samples.received(1, after: 0, keys: 0..<2, skipped: 1), now: now)
            let refused = try await store.refuse(
                2,
                of: Samples.neighbour,
                after: 1,
                because: .futureKeys,
                now: now.advanced(bySeconds: 3600)
            )
            report.expect(refused, "a refusal is not noted")
            let again = try await store.refuse(2, of: Samples.neighbour, after: 1, because: .unsorted, now: now)
            report.expect(!again, "a refusal is noted twice")
            let second = FederationRecord(
                country: Samples.neighbour,
                number: 2,
                refusal: .futureKeys,
                received: endOfHour.advanced(bySeconds: 3600)
            )
            let first = FederationRecord(
                country: Samples.neighbour,
                number: 1,
                keys: 2,
                skipped: 1,
                received: endOfHour
            )
            report.expectEqual(try await store.records(), [first, second], "records")
            let early = try await store.deleteRecords(age: day, now: endOfHour.advanced(bySeconds: day - 1))
            report.expectEqual(early, 0, "deleted before the age")
            let end = endOfHour.advanced(bySeconds: day)
            report.expectEqual(try await store.deleteRecords(age: day, now: end), 1, "deleted at the age")
            report.expectEqual(try await store.records(), [second], "records afterwards")
        }
    ]
}
