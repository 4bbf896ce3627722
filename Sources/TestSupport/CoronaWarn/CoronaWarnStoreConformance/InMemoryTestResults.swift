package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
import Synchronization

/// The reference for the laboratory's port. It can have one planted fault.
package final class InMemoryTestResults: TestResultStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case asksAnew
        case keepsRehearsals
        case knowsQuestions
        case takesEveryChange
        case storesTheGoodLines
        case restartsTheAge
        case sharesTests
        case showsOthers
        case redeemsPending
        case redeemsEarly
        case deletesEarly
        case losesTheTime
    }

    private struct Row {
        var result: StoredTestResult
        var changed: UnixTime
    }

    private let rows = Mutex<[TestIdentifier: Row]>([:])
    private let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func result(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> StoredTestResult {
        asked(identifier, StoredTestResult(askedAt: now), now)
    }

    private func asked(_ identifier: TestIdentifier, _ result: StoredTestResult, _ now: UnixTime) -> StoredTestResult {
        rows.withLock { rows in
            if let row = rows[identifier], fault != .asksAnew || row.result.owner != nil {
                return row.result
            }
            rows[identifier] = Row(result: result, changed: now)
            return result
        }
    }

    package func rehearseResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) {
        if fault == .keepsRehearsals {
            _ = asked(identifier, StoredTestResult(askedAt: now), now)
        }
    }

    package func known(among identifiers: [TestIdentifier]) async throws(StoreError) -> Set<TestIdentifier> {
        rows.withLock { rows in
            Set(
                identifiers.filter { identifier in
                    rows[identifier].map { $0.result.owner != nil || fault == .knowsQuestions } ?? false
                }
            )
        }
    }

    package func store(
        _ batch: ResultBatch,
        from laboratory: String,
        now: UnixTime
    ) async throws(StoreError) -> BatchOutcome {
        rows.withLock { rows in
            let changes = batch.results.map { change($0, batch.kind, laboratory, rows[$0.identifier]?.result) }
            let refused = changes.indices.filter { changes[$0] == .refused }
            guard refused.isEmpty || fault == .storesTheGoodLines else {
                return .refused(lines: refused.map { $0 + 1 })
            }
            for (result, change) in zip(batch.results, changes) {
                if change == .stored {
                    let sample = fault == .losesTheTime ? nil : result.sampleCollection
                    rows[result.identifier] = Row(
                        result: StoredTestResult(
                            code: TestResultCode(kind: batch.kind, outcome: result.outcome),
                            sampleCollection: sample ?? Int(now.seconds),
                            laboratoryID: batch.laboratoryID,
                            owner: laboratory
                        ),
                        changed: now
                    )
                } else if change == .unchanged, fault == .restartsTheAge {
                    rows[result.identifier]?.changed = now
                }
            }
            return refused.isEmpty ? .stored : .refused(lines: refused.map { $0 + 1 })
        }
    }

    private func change(
        _ sent: ResultBatch.Result,
        _ kind: TestKind,
        _ laboratory: String,
        _ stored: StoredTestResult?
    ) -> TestResultChange {
        guard let stored else {
            return .stored
        }
        if let owner = stored.owner, owner != laboratory, fault != .sharesTests {
            return .refused
        }
        let change = TestResultChange(from: stored.code, to: TestResultCode(kind: kind, outcome: sent.outcome))
        if stored.owner == nil, change == .unchanged {
            return .stored
        }
        return fault == .takesEveryChange && change == .refused && stored.code.outcome != .redeemed ? .stored : change
    }

    package func result(
        of identifier: TestIdentifier,
        kind: TestKind,
        sampleCollection: Int?,
        for laboratory: String,
        now: UnixTime
    ) async throws(StoreError) -> StoredTestResult? {
        let pending = StoredTestResult(
            askedAt: now,
            code: TestResultCode(kind: kind, outcome: .pending),
            sampleCollection: fault == .losesTheTime ? nil : sampleCollection
        )
        let stored = asked(identifier, pending, now)
        return stored.owner == nil || stored.owner == laboratory || fault == .showsOthers ? stored : nil
    }

    package func retain(
        now: UnixTime,
        redeemAge: Int64,
        deleteAge: Int64
    ) async throws(StoreError) -> ResultRetention {
        let early: Int64 = 3600
        let (redeemAge, deleteAge) = (
            redeemAge - (fault == .redeemsEarly ? early : 0), deleteAge - (fault == .deletesEarly ? early : 0)
        )
        return rows.withLock { rows in
            let count = rows.count
            rows = rows.filter { now.seconds(since: $0.value.changed) < deleteAge }
            var redeemed = 0
            for (identifier, row) in rows where now.seconds(since: row.changed) >= redeemAge {
                let (code, result) = (row.result.code, row.result)
                guard code.outcome != .redeemed, code.outcome != .pending || fault == .redeemsPending else {
                    continue
                }
                rows[identifier]?.result = StoredTestResult(
                    code: TestResultCode(kind: code.kind, outcome: .redeemed),
                    sampleCollection: result.sampleCollection,
                    laboratoryID: result.laboratoryID,
                    owner: result.owner
                )
                redeemed += 1
            }
            return ResultRetention(redeemed: redeemed, deleted: count - rows.count)
        }
    }
}
