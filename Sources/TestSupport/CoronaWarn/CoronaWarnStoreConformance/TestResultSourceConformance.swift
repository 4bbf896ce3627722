import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import StoreConformance

/// The rules for every way in which the verification service gets results: from its own data folder, and over HTTP.
package enum TestResultSourceConformance {
    /// A source, and the store that it shows. Both live at ``CoronaWarnSamples/now``.
    package struct Subject: Sendable {
        package let source: any TestResultSource
        package let store: any TestResultStore

        package init(_ source: any TestResultSource, showing store: any TestResultStore) {
            (self.source, self.store) = (source, store)
        }
    }

    package typealias Check = RuleCheck<Subject>
    typealias Sample = CoronaWarnSamples

    private static let now = CoronaWarnSamples.now

    /// Each check needs a subject of its own, on a fresh store.
    package static let checks = questionChecks + resultChecks + knownChecks
}

// MARK: - Questions

extension TestResultSourceConformance {
    private static let questionChecks = [
        Check(rule: "an unknown test becomes pending at its first question") { subject, report in
            let asked = PhoneTestResult(StoredTestResult(askedAt: now))
            for _ in 1...2 {
                let told = try await subject.source.phoneResult(of: Sample.test(), now: now)
                report.expectEqual(told, asked, "the answer")
            }
            let later = now.advanced(bySeconds: 500)
            let stored = try await subject.store.result(of: Sample.test(), now: later)
            report.expectEqual(stored, StoredTestResult(askedAt: now), "the row")
        },
        Check(rule: "a rehearsed question leaves nothing behind") { subject, report in
            try await subject.source.rehearseResult(of: Sample.test(), now: now)
            let later = now.advanced(bySeconds: 500)
            let stored = try await subject.store.result(of: Sample.test(), now: later)
            report.expectEqual(stored, StoredTestResult(askedAt: later), "the row")
        },
    ]
}

// MARK: - Results

extension TestResultSourceConformance {
    private static let resultChecks = [
        Check(rule: "a result is told with its time and its laboratory's own name, and its kind as phones know it") {
            subject,
            report in
            for kind in TestKind.allCases {
                for (number, outcome) in zip(UInt8(1)..., kind.sentOutcomes) {
                    let number = UInt8(kind.rawValue) * 10 + number
                    let batch = Sample.batch([number: outcome], kind: kind, sampleCollection: 77, laboratoryID: "A-1")
                    _ = try await subject.store.store(batch, from: Sample.laboratory, now: now)
                    let expected = PhoneTestResult(
                        code: TestResultCode(kind: kind == .rapid ? .rapid : .pcr, outcome: outcome),
                        sampleCollection: 77,
                        laboratoryID: LaboratoryID("A-1"),
                        isSent: true
                    )
                    let told = try await subject.source.phoneResult(of: Sample.test(number), now: now)
                    report.expectEqual(told, expected, "\(kind) \(outcome)")
                }
            }
        },
        Check(rule: "a test that a laboratory only asked for is not sent") { subject, report in
            for (number, kind) in [(UInt8(1), TestKind.rapid), (2, .pointOfCare)] {
                let test = Sample.test(number)
                _ = try await subject.store.result(
                    of: test,
                    kind: kind,
                    sampleCollection: nil,
                    for: Sample.laboratory,
                    now: now
                )
                let told = try await subject.source.phoneResult(of: test, now: now)
                report.expectEqual(told.isSent, false, "\(kind)")
                report.expectEqual(told.code, TestResultCode(kind: kind, outcome: .pending).forPhones, "\(kind)")
            }
        },
        Check(rule: "a result without a laboratory's own name has none") { subject, report in
            _ = try await subject.store.store(Sample.batch([1: .positive]), from: Sample.laboratory, now: now)
            let told = try await subject.source.phoneResult(of: Sample.test(), now: now)
            report.expect(told.laboratoryID == nil, "a name")
        },
    ]
}

// MARK: - Known tests

extension TestResultSourceConformance {
    private static let knownChecks = [
        Check(rule: "a test is known once a laboratory has sent its result") { subject, report in
            let all = [Sample.test(1), Sample.test(2), Sample.test(3)]
            report.expect(try await subject.source.known(among: all).isEmpty, "an empty store knows a test")
            _ = try await subject.source.phoneResult(of: Sample.test(1), now: now)
            _ = try await subject.store.store(Sample.batch([2: .positive]), from: Sample.laboratory, now: now)
            report.expectEqual(try await subject.source.known(among: all), [Sample.test(2)], "the known tests")
            report.expect(try await subject.source.known(among: []).isEmpty, "no question has an answer")
        },
        Check(rule: "more tests than one request holds are asked for") { subject, report in
            _ = try await subject.store.store(Sample.batch([2: .positive]), from: Sample.laboratory, now: now)
            for place in [0, CoronaWarnLimits.knownTests, CoronaWarnLimits.knownTests * 2] {
                var all = Array(repeating: Sample.test(1), count: CoronaWarnLimits.knownTests * 2 + 1)
                all[place] = Sample.test(2)
                report.expectEqual(try await subject.source.known(among: all), [Sample.test(2)], "place \(place)")
            }
        },
    ]
}
