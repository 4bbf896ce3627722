package import CoronaWarnPorts
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of callers' keys, as checks that report violations.
package enum AccessKeyConformance {
    private typealias Check = RuleCheck<any AccessKeyStore>

    private static let now = CoronaWarnSamples.now
    private static let end = now.advanced(bySeconds: 100)

    private static func key(_ number: UInt8, _ holder: String = "lab", _ role: AccessKey.Role = .laboratory)
        -> AccessKey
    {
        AccessKey(holder: holder, role: role, digest: [UInt8](repeating: number, count: 32), expiry: end)
    }

    private static func digest(_ number: UInt8) -> [UInt8] { key(number).digest }

    private static func give(
        _ key: AccessKey,
        to store: any AccessKeyStore,
        replaces: Bool = false,
        reopens: Bool = true,
        now: UnixTime = now
    ) async throws -> Bool {
        try await store.give(key, replaces: replaces, reopens: reopens, now: now)
    }

    package static let checks = [
        Check(rule: "a key opens something until its end") { store, report in
            report.expect(try await give(key(1), to: store), "the key is not given")
            for (seconds, isLive) in [(Int64(0), true), (99, true), (100, false)] {
                let holder = try await store.holder(of: digest(1), now: now.advanced(bySeconds: seconds))
                report.expectEqual(holder?.name, isLive ? "lab" : nil, "the holder after \(seconds) s")
            }
            report.expect(try await store.holder(of: digest(2), now: now) == nil, "an unknown key has a holder")
        },
        Check(rule: "a holder has one key") { store, report in
            _ = try await give(key(1), to: store)
            report.expect(try await !give(key(2), to: store), "a second key is given")
            report.expect(try await store.holder(of: digest(2), now: now) == nil, "the refused key opens something")
            report.expect(try await give(key(3), to: store, replaces: true), "the key is not replaced")
            report.expect(try await store.holder(of: digest(1), now: now) == nil, "the replaced key opens something")
            report.expect(try await give(key(4), to: store, now: end), "no key after the end of the one before")
        },
        Check(rule: "a revoked key opens nothing, and its holder stays known") { store, report in
            _ = try await give(key(1), to: store)
            report.expect(try await store.revoke("lab"), "the revocation is refused")
            report.expect(try await !store.revoke("other"), "an unknown holder is revoked")
            report.expect(try await store.holder(of: digest(1), now: now) == nil, "the key opens something")
            report.expectEqual(try await store.holder(named: "lab")?.isRevoked, true, "the state")
            for moment in [now, end] {
                for replaces in [false, true] {
                    report.expect(
                        try await !give(key(2), to: store, replaces: replaces, reopens: false, now: moment),
                        "the holder gets a key that reopens nothing"
                    )
                }
            }
            report.expectEqual(try await store.holder(named: "lab")?.isRevoked, true, "the state after refusals")
            report.expect(try await give(key(3, "new"), to: store, reopens: false), "a new holder gets no key")
            report.expect(try await give(key(2), to: store), "no new key")
            report.expectEqual(try await store.holder(named: "lab")?.isRevoked, false, "the state after a new key")
        },
        Check(rule: "a name without a key is revoked, and a name with one is left alone") { store, report in
            report.expect(try await store.bar("certified", as: .laboratory, now: now), "the name is not revoked")
            let expected = AccessKeyHolder(name: "certified", role: .laboratory, expiry: now, isRevoked: true)
            report.expectEqual(try await store.holder(named: "certified"), expected, "the holder")
            report.expect(try await !store.bar("certified", as: .laboratory, now: now), "the name is revoked again")
            _ = try await give(key(1), to: store)
            report.expect(try await !store.bar("lab", as: .laboratory, now: now), "a name with a key is revoked")
            report.expect(try await store.holder(of: digest(1), now: now) != nil, "its key opens nothing")
            let later = key(2, "certified")
            report.expect(try await give(later, to: store), "the revoked name gets no key")
            report.expectEqual(try await store.holder(named: "certified")?.isRevoked, false, "the state after a key")
        },
        Check(rule: "while a holder changes its key, both open something") { store, report in
            let overlapEnd = now.advanced(bySeconds: 50)
            let early = try await store.rotate(to: key(2), overlapEnd: overlapEnd, now: now)
            report.expectEqual(early, .noKey, "a change without a key")
            _ = try await give(key(1), to: store)
            let change = try await store.rotate(to: key(2), overlapEnd: overlapEnd, now: now)
            report.expectEqual(change, .rotated, "the change")
            for (seconds, former) in [(Int64(0), "lab"), (49, "lab"), (50, nil)] {
                let moment = now.advanced(bySeconds: seconds)
                let old = try await store.holder(of: digest(1), now: moment)?.name
                report.expectEqual(old, former, "the former key after \(seconds) s")
                let new = try await store.holder(of: digest(2), now: moment)?.name
                report.expectEqual(new, "lab", "the new key after \(seconds) s")
            }
            let holder = try await store.holder(named: "lab")
            report.expectEqual(holder?.formerExpiry, overlapEnd, "the end of the former key")
        },
        Check(rule: "a change that is not over comes before the next") { store, report in
            _ = try await give(key(1), to: store)
            let overlapEnd = end.advanced(bySeconds: 500)
            let later = AccessKey(holder: "lab", role: .laboratory, digest: digest(2), expiry: overlapEnd)
            _ = try await store.rotate(to: later, overlapEnd: overlapEnd, now: now)
            let second = try await store.rotate(to: key(3), overlapEnd: overlapEnd, now: now)
            report.expectEqual(second, .underWay(until: end), "a second change")
            report.expect(try await store.holder(of: digest(1), now: now) != nil, "the former key is gone")
            report.expect(try await store.holder(of: digest(1), now: end) == nil, "the former key has no end")
            let third = try await store.rotate(to: key(3), overlapEnd: overlapEnd, now: end)
            report.expectEqual(third, .rotated, "a change after the end")
            report.expect(try await store.revoke("lab"), "the revocation is refused")
            for number in UInt8(1)...3 {
                let isOpen = try await store.holder(of: digest(number), now: now) != nil
                report.expect(!isOpen, "key \(number) opens something after the revocation")
            }
        },
        Check(rule: "all holders are listed by name, with their roles") { store, report in
            let event = AccessKey(
                holder: "a",
                role: .hotlineEvent,
                authority: "authority-1",
                digest: digest(2),
                expiry: end
            )
            _ = try await give(key(1, "b", .hotline), to: store)
            _ = try await give(event, to: store)
            let expected = [
                AccessKeyHolder(
                    name: "a",
                    role: .hotlineEvent,
                    authority: "authority-1",
                    expiry: end,
                    isRevoked: false
                ),
                AccessKeyHolder(name: "b", role: .hotline, expiry: end, isRevoked: false),
            ]
            report.expectEqual(try await store.holders(), expected, "the holders")
            report.expectEqual(try await store.holder(of: digest(1), now: now)?.role, .hotline, "the role")
            report.expect(try await store.holder(named: "c") == nil, "an unknown name has a holder")
        },
    ]
}
