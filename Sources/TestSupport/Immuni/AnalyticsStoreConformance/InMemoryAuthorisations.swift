package import AnalyticsStores
import DeviceAttestation
package import ExposurePrimitives
package import Persistence
import Synchronization

/// Authorisation jobs in memory, the reference for the conformance checks. Faults can be planted in it.
package final class InMemoryAuthorisations: AuthorisationStore {
    package enum Fault: String, CaseIterable, Sendable {
        case keepsTwoJobs
        case lendsTwice
        case advancesBlindly
        case finishesTwice
        case forgetsAbandoned
        case hasNoLimit
        case turnsNewcomersAway
        case displacesProven
        case servesTheOldest
        case buriesWhoAsksAgain
        case forgetsDisplacedProof
        case lendsTheClaimTwice
    }

    private struct State {
        var jobs: [TokenIdentifier: AuthorisationJob] = [:]
        var authorised: [TokenIdentifier: CalendarMonth] = [:]
        var abandoned: (month: CalendarMonth, jobs: Int)?
        weak var claim: Claim?
        var displaced = 0
    }

    private final class Claim: AuthorisationClaim {}

    private let fault: Fault?
    private let state = Mutex(State())

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func claim() async throws(StoreError) -> (any AuthorisationClaim)? {
        state.withLock { state in
            guard state.claim == nil || fault == .lendsTheClaimTwice else {
                return nil
            }
            let claim = Claim()
            state.claim = claim
            for (token, job) in state.jobs where job.step.mayHaveWritten {
                state.jobs[token]?.isDisturbed = true
            }
            return claim
        }
    }

    package func enqueue(
        _ job: AuthorisationJob,
        in month: CalendarMonth,
        limits: AuthorisationLimits
    ) async throws(StoreError) -> EnqueueOutcome {
        state.withLock { state in
            if let authorised = state.authorised[job.token], (0...1).contains(month.months(since: authorised)) {
                return .authorised
            }
            if let kept = state.jobs[job.token], fault != .keepsTwoJobs {
                if kept.step == .queued, fault != .buriesWhoAsksAgain {
                    state.jobs[job.token]?.expiry = max(kept.expiry, job.expiry)
                }
                return .pending
            }
            guard makeRoom(for: job, within: limits, &state) else {
                return .full
            }
            state.jobs[job.token] = job
            return .enqueued
        }
    }

    private func makeRoom(
        for job: AuthorisationJob,
        within limits: AuthorisationLimits,
        _ state: inout State
    ) -> Bool {
        let candidates = state.jobs.values.filter { $0.step == .queued || fault == .displacesProven }
        let isCrowded = job.step == .queued && candidates.count >= limits.unproven
        guard state.jobs.count >= limits.jobs || isCrowded, fault != .hasNoLimit else {
            return true
        }
        guard let oldest = candidates.map(\.expiry).min(), fault != .turnsNewcomersAway,
            let displaced = candidates.filter({ $0.expiry == oldest }).randomElement()
        else {
            return false
        }
        state.jobs[displaced.token] = nil
        state.displaced += 1
        return true
    }

    package func unproven(limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        state.withLock { state in
            let unproven = state.jobs.values.filter { $0.step == .queued }.shuffled()
            return Array(
                unproven.sorted { fault == .servesTheOldest ? $0.expiry < $1.expiry : $0.expiry > $1.expiry }
                    .prefix(limit)
            )
        }
    }

    package func prove(_ job: AuthorisationJob, limits: AuthorisationLimits) async throws(StoreError) -> Bool {
        state.withLock { state in
            let wasThere = state.jobs[job.token]?.step == .queued
            guard wasThere || fault != .forgetsDisplacedProof else {
                return false
            }
            if wasThere {
                state.jobs[job.token] = nil
            }
            var proven = job
            proven.step = .proven
            guard state.jobs[job.token] == nil, wasThere || makeRoom(for: proven, within: limits, &state) else {
                return false
            }
            state.jobs[job.token] = proven
            return true
        }
    }

    package func proven(
        after token: TokenIdentifier?,
        limit: Int
    ) async throws(StoreError) -> [AuthorisationJob] {
        state.withLock { page(of: $0.jobs.values.filter { $0.step != .queued }, after: token, limit: limit) }
    }

    package func displacedCount() async throws(StoreError) -> Int {
        state.withLock { $0.displaced }
    }

    package func jobs(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        state.withLock { page(of: Array($0.jobs.values), after: token, limit: limit) }
    }

    private func page(
        of jobs: [AuthorisationJob],
        after token: TokenIdentifier?,
        limit: Int
    ) -> [AuthorisationJob] {
        let start = token?.digest ?? []
        let rest = jobs.filter { start.lexicographicallyPrecedes($0.token.digest) }
        return Array(rest.sorted { $0.token.digest.lexicographicallyPrecedes($1.token.digest) }.prefix(limit))
    }

    package func advance(
        _ job: AuthorisationJob,
        to next: AuthorisationJob
    ) async throws(StoreError) -> AdvanceOutcome {
        state.withLock { state in
            guard state.jobs[job.token] == job || fault == .advancesBlindly else {
                return .lost
            }
            let isTaken = state.jobs.values.contains { $0.token != job.token && $0.step.holdsLease }
            guard !next.step.holdsLease || !isTaken || fault == .lendsTwice else {
                return .leaseTaken
            }
            state.jobs[job.token] = next
            return .advanced
        }
    }

    package func finish(_ job: AuthorisationJob) async throws(StoreError) -> Bool {
        state.withLock { state in
            guard state.jobs[job.token] == job || fault == .finishesTwice else {
                return false
            }
            state.jobs[job.token] = nil
            state.authorised[job.token] = job.month
            return true
        }
    }

    package func drop(_ job: AuthorisationJob) async throws(StoreError) -> Bool {
        state.withLock { state in
            guard state.jobs[job.token] == job else {
                return false
            }
            state.jobs[job.token] = nil
            return true
        }
    }

    package func abandon(_ job: AuthorisationJob) async throws(StoreError) -> Bool {
        state.withLock { state in
            guard state.jobs[job.token] == job else {
                return false
            }
            state.jobs[job.token] = nil
            if let month = job.month, fault != .forgetsAbandoned {
                let before = state.abandoned.flatMap { $0.month == month ? $0.jobs : nil } ?? 0
                state.abandoned = (month, before + 1)
            }
            return true
        }
    }

    package func ownFailures(in month: CalendarMonth) async throws(StoreError) -> Int {
        state.withLock { state in
            let abandoned = state.abandoned.flatMap { $0.month == month ? $0.jobs : nil } ?? 0
            return abandoned + state.jobs.values.count { $0.isDisturbed && $0.month == month }
        }
    }

    /// The authorised tokens with their months.
    package var authorised: [TokenIdentifier: CalendarMonth] { state.withLock { $0.authorised } }
}
