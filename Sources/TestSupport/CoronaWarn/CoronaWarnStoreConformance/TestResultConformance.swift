import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the laboratory's port, as checks that report violations.
package enum TestResultConformance {
    typealias Check = RuleCheck<any TestResultStore>
    typealias Sample = CoronaWarnSamples

    package static let checks = questionChecks + batchChecks + ownerChecks + retentionChecks

    private static let now = CoronaWarnSamples.now

    private static func send(
        _ batch: ResultBatch,
        _ store: any TestResultStore,
        from laboratory: String = Sample.laboratory,
        at moment: UnixTime = now
    ) async throws -> BatchOutcome {
        try await store.store(batch, from: laboratory, now: moment)
    }
}

// MARK: - Questions

extension TestResultConformance {
    private static let questionChecks = [
        Check(rule: "an unknown test becomes pending at its first question") { store, report in
            let first = try await store.result(of: Sample.test(), now: now)
            report.expectEqual(first, StoredTestResult(askedAt: now), "the first answer")
            let later = now.advanced(bySeconds: 500)
            report.expectEqual(try await store.result(of: Sample.test(), now: later), first, "the second answer")
            let other = try await store.result(of: Sample.test(2), now: later)
            report.expectEqual(other.sampleCollection, Int(later.seconds), "another test's time")
        },
        Check(rule: "a rehearsed question leaves nothing behind") { store, report in
            try await store.rehearseResult(of: Sample.test(), now: now)
            let later = now.advanced(bySeconds: 500)
            let asked = try await store.result(of: Sample.test(), now: later)
            report.expectEqual(asked, StoredTestResult(askedAt: later), "the answer")
        },
        Check(rule: "a test is known once a laboratory has sent its result") { store, report in
            let all = [Sample.test(1), Sample.test(2), Sample.test(3)]
            report.expect(try await store.known(among: all).isEmpty, "an empty store knows a test")
            _ = try await store.result(of: Sample.test(1), now: now)
            _ = try await send(Sample.batch([2: .positive]), store)
            report.expectEqual(try await store.known(among: all), [Sample.test(2)], "the known tests")
        },
    ]
}

// MARK: - Batches

extension TestResultConformance {
    private static let batchChecks = [
        Check(rule: "a result is stored with its time and its laboratory's own name") { store, report in
            for kind in TestKind.allCases {
                let number = UInt8(kind.rawValue + 1)
                let batch = Sample.batch([number: .negative], kind: kind, sampleCollection: 77, laboratoryID: "A-1")
                report.expectEqual(try await send(batch, store), .stored, "the outcome")
                let expected = StoredTestResult(
                    code: TestResultCode(kind: kind, outcome: .negative),
                    sampleCollection: 77,
                    laboratoryID: LaboratoryID("A-1"),
                    owner: Sample.laboratory
                )
                report.expectEqual(try await store.result(of: Sample.test(number), now: now), expected, "the result")
            }
        },
        Check(rule: "a result without a time has that of its arrival") { store, report in
            _ = try await store.result(of: Sample.test(), now: now.advanced(bySeconds: -900))
            _ = try await send(Sample.batch([1: .negative]), store)
            let stored = try await store.result(of: Sample.test(), now: now.advanced(bySeconds: 900))
            report.expectEqual(stored.sampleCollection, Int(now.seconds), "the time")
        },
        Check(rule: "results change as the contract says, and in no other way") { store, report in
            var number: UInt8 = 0
            let kind = TestKind.rapid
            for first in kind.sentOutcomes {
                for second in kind.sentOutcomes {
                    number += 1
                    _ = try await send(Sample.batch([number: first], kind: kind), store)
                    let outcome = try await send(Sample.batch([number: second], kind: kind), store)
                    let change = TestResultChange(
                        from: TestResultCode(kind: kind, outcome: first),
                        to: TestResultCode(kind: kind, outcome: second)
                    )
                    let isRefused = change == .refused
                    report.expectEqual(outcome, isRefused ? .refused(lines: [1]) : .stored, "\(first) to \(second)")
                    let stored = try await store.result(of: Sample.test(number), now: now)
                    report.expectEqual(stored.code.outcome, isRefused ? first : second, "\(first) to \(second)")
                }
            }
        },
        Check(rule: "a batch with a refused line stores nothing and names the line") { store, report in
            _ = try await send(Sample.batch([2: .negative, 4: .positive]), store)
            let batch = Sample.batch([1: .positive, 2: .positive, 3: .positive, 4: .negative])
            report.expectEqual(try await send(batch, store), .refused(lines: [2, 4]), "the outcome")
            for number: UInt8 in [1, 3] {
                let stored = try await store.result(of: Sample.test(number), now: now)
                report.expectEqual(stored.code, .asked, "the result of line \(number)")
            }
        },
        Check(rule: "the same result again changes nothing") { store, report in
            _ = try await send(Sample.batch([1: .positive], sampleCollection: 5), store)
            let later = now.advanced(bySeconds: Sample.day)
            let again = Sample.batch([1: .positive], sampleCollection: 6)
            report.expectEqual(try await send(again, store, at: later), .stored, "the outcome")
            report.expectEqual(try await store.result(of: Sample.test(), now: later).sampleCollection, 5, "the time")
            let end = now.advanced(bySeconds: 21 * Sample.day)
            let retained = try await store.retain(now: end, redeemAge: 21 * Sample.day, deleteAge: 60 * Sample.day)
            report.expectEqual(retained.redeemed, 1, "results redeemed at the age of the first message")
        },
    ]
}

// MARK: - Owners

extension TestResultConformance {
    private static let ownerChecks = [
        Check(rule: "the first laboratory that sends owns a test") { store, report in
            _ = try await store.result(of: Sample.test(), now: now)
            report.expectEqual(try await send(Sample.batch([1: .positive]), store), .stored, "the first message")
            for outcome in [TestOutcome.positive, .negative] {
                let other = try await send(Sample.batch([1: outcome]), store, from: Sample.otherLaboratory)
                report.expectEqual(other, .refused(lines: [1]), "another laboratory's \(outcome)")
            }
            let stored = try await store.result(of: Sample.test(), now: now)
            report.expectEqual(stored.owner, Sample.laboratory, "the owner")
        },
        Check(rule: "of thirty laboratories at once, one owns the test") { store, report in
            let winners = try await Sample.winners { number in
                try await send(Sample.batch([1: .positive]), store, from: "lab-\(number)") == .stored
            }
            report.expectEqual(winners, 1, "laboratories")
        },
        Check(rule: "a laboratory sees its own tests and those of nobody") { store, report in
            _ = try await send(Sample.batch([1: .positive], kind: .rapid), store)
            func asked(_ number: UInt8, _ kind: TestKind, by laboratory: String) async throws -> StoredTestResult? {
                try await store.result(
                    of: Sample.test(number),
                    kind: kind,
                    sampleCollection: 1_600_000_000,
                    for: laboratory,
                    now: now
                )
            }
            let seen = try await asked(1, .rapid, by: Sample.laboratory)
            report.expectEqual(seen?.code.code, 7, "the laboratory's own test")
            report.expect(seen?.sampleCollection != 1_600_000_000, "a question changes the time of a known test")
            let other = try await asked(1, .rapid, by: Sample.otherLaboratory)
            report.expect(other == nil, "another laboratory sees it")
            let new = try await asked(2, .pointOfCare, by: Sample.laboratory)
            report.expectEqual(new?.code.code, 10, "an unknown test")
            report.expectEqual(new?.sampleCollection, 1_600_000_000, "an unknown test's time")
            report.expect(new?.owner == nil, "a question makes an owner")
            let later = try await send(
                Sample.batch([2: .negative], kind: .pointOfCare),
                store,
                from: Sample.otherLaboratory
            )
            report.expectEqual(later, .stored, "a message of another laboratory after a question")
        },
    ]
}

// MARK: - Retention

extension TestResultConformance {
    private static func retain(_ store: any TestResultStore, after seconds: Int64) async throws -> ResultRetention {
        try await store.retain(
            now: now.advanced(bySeconds: seconds),
            redeemAge: 21 * Sample.day,
            deleteAge: 60 * Sample.day
        )
    }

    private static let retentionChecks = [
        Check(rule: "final results are redeemed after 21 days, and pending ones never") { store, report in
            for (index, outcome) in [TestOutcome.negative, .positive, .invalid].enumerated() {
                for kind in TestKind.allCases {
                    let number = UInt8(1 + index * 3 + kind.rawValue)
                    _ = try await send(Sample.batch([number: outcome], kind: kind), store)
                }
            }
            _ = try await send(Sample.batch([20: .pending], kind: .rapid), store)
            _ = try await store.result(of: Sample.test(21), now: now)
            let end = 21 * Sample.day
            report.expectEqual(try await retain(store, after: end - 1).redeemed, 0, "results redeemed too early")
            report.expectEqual(try await retain(store, after: end), ResultRetention(redeemed: 9, deleted: 0), "the run")
            for number: UInt8 in 1...9 {
                let stored = try await store.result(of: Sample.test(number), now: now)
                report.expectEqual(stored.code.outcome, .redeemed, "result \(number)")
                report.expectEqual(stored.code.kind.rawValue, Int(number - 1) % 3, "the kind of result \(number)")
            }
            report.expectEqual(try await retain(store, after: end + 1).redeemed, 0, "results redeemed twice")
            let again = try await send(Sample.batch([1: .positive]), store)
            report.expectEqual(again, .refused(lines: [1]), "a change of a redeemed result")
        },
        Check(rule: "rows are deleted 60 days after a laboratory's last change or the question") { store, report in
            _ = try await send(Sample.batch([1: .positive]), store)
            _ = try await send(Sample.batch([2: .invalid]), store)
            _ = try await send(Sample.batch([2: .negative]), store, at: now.advanced(bySeconds: Sample.day))
            _ = try await store.result(of: Sample.test(3), now: now)
            let end = 60 * Sample.day
            report.expectEqual(try await retain(store, after: end - 1).deleted, 0, "rows deleted too early")
            report.expectEqual(try await retain(store, after: end).deleted, 2, "rows deleted")
            let left = try await store.known(among: [Sample.test(1), Sample.test(2)])
            report.expectEqual(left, [Sample.test(2)], "left")
            report.expectEqual(try await retain(store, after: end + Sample.day).deleted, 1, "rows deleted a day later")
        },
    ]
}
