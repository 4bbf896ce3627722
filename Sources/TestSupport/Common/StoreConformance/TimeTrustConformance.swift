package import ClockPorts
import ExposurePrimitives

/// The rules for every adapter of a database's memory of the time, as checks that report violations.
package enum TimeTrustConformance {
    typealias Check = RuleCheck<any TimeTrustStore>

    package static let checks = memoryChecks + machineChecks + othersChecks + endChecks

    private static let noon = UnixTime(1_795_262_400)
    private static let day = UnixTime.secondsPerDay

    private static func reading(_ boot: String, after seconds: Int64 = 0) -> ClockReading {
        ClockReading(time: noon.advanced(bySeconds: seconds), sinceBoot: 10_800 + seconds, boot: boot)
    }

    private static func hold(_ boot: String, after seconds: Int64) -> TimeTrust.Hold {
        TimeTrust.Hold(reading: reading(boot, after: seconds), mark: noon.advanced(bySeconds: -seconds), others: 7)
    }

    private static let memoryChecks = [
        Check(rule: "a new database remembers nothing") { store, report in
            report.expect(try await store.trust(of: "a") == nil, "there is a mark")
            report.expectEqual(try await store.machines(), [], "the machines")
            report.expect(try await store.latestEvidence() == nil, "there is content")
            let confirmed = try await store.changeTrust(of: "a") { trust in trust?.confirmHold() }
            report.expect(confirmed == nil, "a hold was confirmed")
            report.expect(try await store.trust(of: "a") == nil, "there is a mark after a change of nothing")
        },
        Check(rule: "what is stored of a machine is found as it was written") { store, report in
            for trust in [
                TimeTrust(confirming: reading("a")), TimeTrust(mark: UnixTime(-1)),
                TimeTrust(
                    mark: noon,
                    ownMark: UnixTime(7),
                    anchor: reading("a"),
                    trustedSinceBoot: 60,
                    hold: hold("a", after: 60)
                ),
                TimeTrust(mark: noon, hold: hold("a", after: 90)), TimeTrust(mark: noon, anchor: reading("a")),
            ] {
                try await store.changeTrust(of: "a") { $0 = trust }
                report.expectEqual(try await store.trust(of: "a"), trust, "the entry")
                report.expectEqual(try await store.machines(), [MachineTrust(boot: "a", trust: trust)], "all entries")
            }
        },
        Check(rule: "changes of many processes happen one after the other") { store, report in
            try await store.changeTrust(of: "a") { $0 = TimeTrust(mark: UnixTime(0)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await store.changeTrust(of: number.isMultiple(of: 2) ? "a" : "b") { trust in
                            trust = trust.map { TimeTrust(mark: $0.mark.advanced(bySeconds: 1)) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            report.expectEqual(try await store.trust(of: "c")?.mark, UnixTime(40), "the mark")
        },
    ]

    private static let machineChecks = [
        Check(rule: "machines share the mark and nothing else") { store, report in
            try await store.changeTrust(of: "a") { $0 = TimeTrust(confirming: reading("a")) }
            let others = try await store.trust(of: "b")?.others ?? 0
            let unknown = try await store.trust(of: "b")
            report.expectEqual(unknown, TimeTrust(mark: noon, others: others), "a machine without an entry")
            let held = TimeTrust(
                mark: noon.advanced(bySeconds: 60),
                ownMark: noon.advanced(bySeconds: -60),
                hold: hold("b", after: 60),
                others: others
            )
            try await store.changeTrust(of: "b") { $0 = held }
            report.expectEqual(try await store.trust(of: "b"), held, "the second machine")
            let first = TimeTrust(
                mark: noon.advanced(bySeconds: 60),
                ownMark: noon,
                anchor: reading("a"),
                trustedSinceBoot: 10_800
            )
            report.expectEqual(try await store.trust(of: "a"), first, "the first machine")
            report.expectEqual(try await store.machines().map(\.boot), ["a", "b"], "the machines")
            report.expectEqual(try await store.machines().map(\.trust), [first, held], "their entries")
        },
        Check(rule: "a mark that goes back does so for all machines") { store, report in
            try await store.changeTrust(of: "a") { $0 = TimeTrust(confirming: reading("a", after: day)) }
            try await store.changeTrust(of: "b") { $0 = TimeTrust(confirming: reading("b")) }
            report.expectEqual(try await store.trust(of: "a")?.mark, noon, "the mark")
            report.expectEqual(try await store.trust(of: "a")?.ownMark, noon.advanced(bySeconds: day), "its own")
        },
        Check(rule: "a confirmation is of one machine, and moves the mark") { store, report in
            let held = TimeTrust(mark: noon, hold: hold("a", after: 60))
            try await store.changeTrust(of: "a") { $0 = held }
            try await store.changeTrust(of: "b") { $0 = TimeTrust(mark: noon, hold: hold("b", after: 90)) }
            let confirmed = reading("b", after: 20 * day)
            try await store.confirm(confirmed)
            report.expectEqual(try await store.trust(of: "b"), TimeTrust(confirming: confirmed), "the machine")
            let other = try await store.trust(of: "a")
            report.expectEqual(other?.hold, held.hold, "the other's hold")
            report.expectEqual(other?.ownMark, noon, "the other's own mark")
            report.expectEqual(other?.mark, confirmed.time, "the mark of both")
        },
    ]

    private static let othersChecks = [
        Check(rule: "the others of a machine grow with each trusted entry of another one, and with nothing else") {
            store,
            report in
            func others(than boot: String) async throws -> Int64 { try await store.trust(of: boot)?.others ?? -1 }
            try await store.changeTrust(of: "a") { $0 = TimeTrust(confirming: reading("a")) }
            report.expectEqual(try await others(than: "a"), 0, "a machine that is alone")
            let first = try await others(than: "b")
            report.expect(first > 0, "a first entry is not seen")
            // The same time once more: a clock that stands still is trusted, too.
            try await store.changeTrust(of: "a") { $0 = TimeTrust(mark: noon, trustedSinceBoot: 10_860) }
            let second = try await others(than: "b")
            report.expect(second > first, "a second entry is not seen")
            try await store.changeTrust(of: "b") { $0 = TimeTrust(mark: noon, hold: hold("b", after: 60)) }
            report.expectEqual(try await others(than: "b"), second, "the machine's own entry")
            report.expectEqual(try await others(than: "a"), 0, "the entry of a machine that is held")
            try await store.changeTrust(of: "a") { $0 = TimeTrust(mark: noon, hold: hold("a", after: 60)) }
            report.expect(try await others(than: "b") <= second, "a machine that is held now counts")
            try await store.confirm(reading("c", after: 60))
            report.expect(try await others(than: "b") > second, "a confirmation is not seen")
            let listed = try await store.machines().map(\.trust.others)
            report.expectEqual(
                listed,
                [try await others(than: "a"), try await others(than: "b"), try await others(than: "c")],
                "the same in the list"
            )
        }
    ]

    private static let endChecks = [
        Check(rule: "a clock that is years ahead makes nobody forgotten") { store, report in
            try await store.changeTrust(of: "a") { $0 = TimeTrust(confirming: reading("a")) }
            try await store.confirm(reading("y", after: 1800 * day))
            for boot in ["x", "z"] {
                // They find the mark of the wrong one.
                try await store.changeTrust(of: boot) {
                    $0 = $0.map { TimeTrust(mark: $0.mark, hold: hold(boot, after: 0)) }
                }
            }
            report.expectEqual(try await store.machines().map(\.boot), ["a", "x", "y", "z"], "the machines")
        },
        Check(rule: "the number of machines is limited, and those stay that were stored last") {
            store,
            report in
            let count = MachineTrust.maxCount
            func add(_ number: Int) async throws {
                let own = noon.advanced(bySeconds: -Int64(number) * day)
                try await store.changeTrust(of: "\(number)") { trust in
                    trust = TimeTrust(mark: noon, ownMark: own, trustedSinceBoot: (trust?.trustedSinceBoot ?? 0) + 60)
                }
            }
            for number in 0..<count {
                try await add(number)
            }
            report.expectEqual(try await store.machines().count, count, "the machines at the limit")
            try await add(1)
            try await add(count)
            let left = Set(try await store.machines().map(\.boot))
            report.expectEqual(left.count, count, "the machines beyond the limit")
            report.expect(!left.contains("0"), "the one that was stored first is there")
            report.expect(left.contains("1") && left.contains("\(count)"), "one that was stored last is gone")
        },
    ]
}
