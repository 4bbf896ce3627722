package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of batches that wait, as checks that report violations.
package enum InboxConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    private static let now = Samples.now

    /// Account 1 has the right 1.
    private static func begin(_ stores: AssociationStoreSet) async throws {
        _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
        try await stores.reports.issue(Samples.code(1))
        _ = try await stores.reports.grant(Samples.claim(1), limits: .usual, now: now)
    }

    private static func batch(
        _ digest: UInt8,
        of right: UInt8 = 1,
        by account: UInt8 = 1,
        after seconds: Int64 = 0,
        bytes: [UInt8] = [1, 2, 3]
    ) -> WaitingBatch {
        WaitingBatch(
            name: BatchName(right: Samples.right(right), digest: Samples.digest(digest)),
            registration: Samples.registration(account),
            arrival: now.advanced(bySeconds: seconds),
            bytes: bytes
        )
    }

    package static let checks = [
        Check(rule: "a batch waits as it came, until it is removed") { stores, report in
            try await begin(stores)
            let (first, second) = (batch(1), batch(2, after: 5, bytes: []))
            for one in [second, first] {
                report.expect(try await stores.inbox.put(one, now: now), "it is taken")
            }
            let waiting = try await stores.inbox.waiting(limit: 9)
            report.expectEqual(waiting, [first.name, second.name], "the earliest first")
            report.expectEqual(try await stores.inbox.waiting(limit: 1), [first.name], "up to the limit")
            report.expectEqual(try await stores.inbox.batch(first.name), first, "the first")
            report.expectEqual(try await stores.inbox.batch(second.name), second, "the second")
            let digests: Set = [first.name.digest, second.name.digest]
            report.expectEqual(try await stores.inbox.digests(of: Samples.right(1)), digests, "the digests")
            report.expectEqual(try await stores.inbox.digests(of: Samples.right(2)), [], "those of another right")
            try await stores.inbox.remove(first.name)
            report.expectEqual(try await stores.inbox.batch(first.name), nil, "the removed")
            report.expectEqual(try await stores.inbox.count(), 1, "one waits")
        },
        Check(rule: "a batch that comes again keeps the moment at which it came first") { stores, report in
            try await begin(stores)
            _ = try await stores.inbox.put(batch(1), now: now)
            report.expect(try await stores.inbox.put(batch(1, after: 100, bytes: [9]), now: now), "it is known")
            report.expectEqual(try await stores.inbox.batch(batch(1).name), batch(1), "the first")
            report.expectEqual(try await stores.inbox.count(), 1, "one waits")
        },
        Check(rule: "only the account of a right that has not expired puts a batch") { stores, report in
            try await begin(stores)
            report.expect(!(try await stores.inbox.put(batch(1, of: 2), now: now)), "no such right")
            report.expect(!(try await stores.inbox.put(batch(1, by: 2), now: now)), "another account")
            report.expect(!(try await stores.inbox.put(batch(1), now: Samples.rightEnd)), "expired")
            report.expectEqual(try await stores.inbox.count(), 0, "none waits")
            let last = Samples.rightEnd.advanced(bySeconds: -1)
            report.expect(try await stores.inbox.put(batch(1), now: last), "the last second")
        },
        Check(rule: "a batch ends with its right") { stores, report in
            try await begin(stores)
            _ = try await stores.inbox.put(batch(1), now: now)
            _ = try await stores.reports.deleteExpired(now: Samples.rightEnd.advanced(bySeconds: -1))
            report.expectEqual(try await stores.inbox.count(), 1, "before its end")
            _ = try await stores.reports.deleteExpired(now: Samples.rightEnd)
            report.expectEqual(try await stores.inbox.count(), 0, "at its end")
        },
        Check(rule: "a batch ends with its account") { stores, report in
            try await begin(stores)
            _ = try await stores.inbox.put(batch(1), now: now)
            _ = try await stores.accounts.end(Samples.registration(1))
            report.expectEqual(try await stores.inbox.count(), 0, "after the account's end")
        },
    ]
}
