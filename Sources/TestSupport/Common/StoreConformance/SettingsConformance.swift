import ExposurePrimitives
package import Persistence

/// The rules for every adapter of the settings' port, as checks that report violations.
package enum SettingsConformance {
    typealias Check = RuleCheck<any SettingsHistoryStore>

    package static let checks = [
        Check(rule: "an empty store has revision 0 and no settings") { store, report in
            report.expectEqual(try await store.revision(), 0, "the revision")
            report.expectEqual(try await store.history(), [], "the history")
            report.expectEqual(try await store.settings(platform: "ios", build: 1), [], "the settings")
            report.expectEqual(try await store.settings(of: 1), nil, "revision 1")
        },
        Check(rule: "each name has the value of the greatest starting build not above the phone's") { store, report in
            let all = [setting("a", "1"), setting("a", "2", build: 10), setting("a", "9", platform: "android")]
            _ = try await store.append(all, as: change(.import), after: 0)
            for (build, value) in [(1, "1"), (9, "1"), (10, "2"), (2_147_483_647, "2")] {
                report.expectEqual(try await values(store, build: build), [value], "build \(build)")
            }
        },
        Check(rule: "a change is in force whole, and its revision is kept as it was") { store, report in
            let (first, second) = ([setting("a", "1"), setting("b", "1")], [setting("a", "2")])
            report.expectEqual(try await store.append(first, as: change(.import), after: 0), 1, "first number")
            report.expectEqual(try await store.append(second, as: change(.set), after: 1), 2, "second number")
            report.expectEqual(try await values(store), ["2"], "what is in force")
            report.expectEqual(try await store.settings(of: 1).map(Set.init), Set(first), "revision 1")
            report.expectEqual(try await store.settings(of: 2).map(Set.init), Set(second), "revision 2")
            report.expectEqual(try await store.settings(of: 3), nil, "revision 3")
        },
        Check(rule: "the history keeps who, when, how and why, newest first") { store, report in
            var expected: [SettingsRevision] = []
            for (number, origin) in SettingsChange.Origin.allCases.enumerated() {
                let change = change(origin, number: number)
                let revision = try await store.append([setting("a", "\(number)")], as: change, after: Int64(number))
                expected.insert(SettingsRevision(number: revision ?? 0, change: change), at: 0)
            }
            report.expectEqual(try await store.history(), expected, "the history")
        },
        Check(rule: "a change on a revision that is not in force does nothing") { store, report in
            _ = try await store.append([setting("a", "1")], as: change(.import), after: 0)
            for base in [0, 2, -1] as [Int64] {
                let revision = try await store.append([setting("a", "2")], as: change(.set), after: base)
                report.expectEqual(revision, nil, "a change after \(base)")
            }
            report.expectEqual(try await values(store), ["1"], "what is in force")
            report.expectEqual(try await store.revision(), 1, "the revision")
        },
        Check(rule: "of twenty changes at once on one revision one succeeds") { store, report in
            let succeeded = try await withThrowingTaskGroup(of: Int64?.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await store.append([setting("a", "\(number)")], as: change(.set), after: 0)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
            }
            report.expectEqual(succeeded, 1, "how many succeeded")
            report.expectEqual(try await store.revision(), 1, "the revision")
        },
        Check(rule: "a changed preset is a new revision, an unchanged one none") { store, report in
            let time = UnixTime(7)
            for (value, digest, outcome, revision) in [
                ("1", 1, .applied, 1), ("1", 1, .unchanged, 1), ("1", 2, .unchanged, 1), ("2", 3, .applied, 2),
            ] as [(String, UInt8, PresetOutcome, Int64)] {
                let found = try await store.apply(preset: [setting("a", value)], digest: [digest], at: time)
                report.expectEqual(found, outcome, "preset \(digest)")
                report.expectEqual(try await store.revision(), revision, "the revision after preset \(digest)")
            }
            report.expectEqual(try await store.history().map(\.change.madeAt), [time, time], "the times")
        },
        Check(rule: "a preset does not take back what was changed by hand") { store, report in
            _ = try await store.apply(preset: [setting("a", "1")], digest: [1], at: UnixTime(0))
            _ = try await store.append([setting("a", "2")], as: change(.set), after: 1)
            let other = try await store.apply(preset: [setting("a", "3")], digest: [3], at: UnixTime(0))
            report.expectEqual(other, .ignored, "another preset")
            let same = try await store.apply(preset: [setting("a", "1")], digest: [1], at: UnixTime(0))
            report.expectEqual(same, .unchanged, "the first preset again")
            let equal = try await store.apply(preset: [setting("a", "2")], digest: [2], at: UnixTime(0))
            report.expectEqual(equal, .unchanged, "a preset that says what is in force")
            report.expectEqual(try await values(store), ["2"], "what is in force")
            report.expectEqual(try await store.revision(), 2, "the revision")
        },
    ]

    private static func setting(
        _ name: String,
        _ value: String,
        build: Int = 1,
        platform: String = "ios"
    ) -> AppSetting {
        AppSetting(platform: platform, startingBuild: build, name: name, value: Array(value.utf8))
    }

    private static func change(_ origin: SettingsChange.Origin, number: Int = 0) -> SettingsChange {
        SettingsChange(
            madeAt: UnixTime(1_600_000_000 - Int64(number)),
            author: "author \(number) 'è'",
            reason: "reason \(number); --",
            origin: origin
        )
    }

    private static func values(_ store: any SettingsHistoryStore, build: Int = 1) async throws -> [String] {
        try await store.settings(platform: "ios", build: build).map { String(decoding: $0.value, as: UTF8.self) }
    }
}
