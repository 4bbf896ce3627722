package import CoronaWarnAPI
package import CoronaWarnPorts
import CoronaWarnServing
package import ExposurePrimitives
package import ServiceKit

/// Takes results and changes keys for a laboratory's operators who are signed in to their pages.
///
/// The administrator of the accounts says for which laboratory an operator works. A laboratory that the authority
/// revoked sends nothing here either, and cannot give itself a key.
package struct LaboratoryAccounts: LaboratorySelfService {
    private let results: any TestResultStore
    private let keys: any AccessKeyStore
    private let clock: any WallClock
    private let metrics: LaboratoryMetrics

    package init(
        results: any TestResultStore,
        keys: any AccessKeyStore,
        clock: any WallClock,
        metrics: MetricsRegistry
    ) {
        self.results = results
        self.keys = keys
        self.clock = clock
        self.metrics = LaboratoryMetrics(in: metrics)
    }

    package func store(_ batch: ResultBatch, from laboratory: String) async throws -> BatchOutcome? {
        guard try await keys.holder(named: laboratory)?.isRevoked != true else {
            return nil
        }
        let outcome = try await results.store(batch, from: laboratory, now: clock.now())
        if outcome == .stored {
            metrics.count(batch)
        }
        return outcome
    }

    package func keyState(of laboratory: String) async throws -> AccessKeyHolder? {
        try await keys.holder(named: laboratory)
    }

    package func change(_ change: LaboratoryKeyChange, of laboratory: String) async throws -> LaboratoryKeyOutcome {
        let now = clock.now()
        let new = NewAccessKey(for: laboratory, role: .laboratory, days: NewAccessKey.usualDays, now: now)
        let isGiven: Bool
        switch change {
        case .create: isGiven = try await keys.give(new.key, replaces: false, reopens: false, now: now)
        case .replace: isGiven = try await keys.give(new.key, replaces: true, reopens: false, now: now)
        case .rotate:
            let end = now.advanced(bySeconds: Int64(NewAccessKey.usualOverlapDays) * UnixTime.secondsPerDay)
            switch try await keys.rotate(to: new.key, overlapEnd: end, now: now) {
            case .rotated: isGiven = true
            case .noKey: isGiven = false
            case .underWay(let end): return .underWay(until: end)
            }
        case .revoke: return try await keys.revoke(laboratory) ? .revoked : .refused
        }
        return isGiven ? .made(key: new.exposedText, expiry: new.key.expiry) : .refused
    }
}
