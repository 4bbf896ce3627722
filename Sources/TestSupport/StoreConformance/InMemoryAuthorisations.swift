import DeviceAttestation
package import ExposurePrimitives
package import Stores
import Synchronization

/// Authorisation jobs in memory: the reference for the conformance checks, with faults that can be planted.
package final class InMemoryAuthorisations: AuthorisationStore {
    package enum Fault: String, CaseIterable, Sendable {
        case keepsTwoJobs
        case lendsTwice
        case advancesBlindly
        case finishesTwice
        case forgetsAbandoned
        case hasNoLimit
        case lendsTheClaimTwice
    }

    private struct State {
        var jobs: [TokenIdentifier: AuthorisationJob] = [:]
        var authorised: [TokenIdentifier: CalendarMonth] = [:]
        var abandoned: (month: CalendarMonth, jobs: Int)?
        weak var claim: Claim?
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
            for (token, job) in state.jobs where job.step != .queued {
                state.jobs[token]?.isDisturbed = true
            }
            return claim
        }
    }

    package func enqueue(
        _ job: AuthorisationJob,
        in month: CalendarMonth,
        limit: Int
    ) async throws(StoreError) -> EnqueueOutcome {
        state.withLock { state in
            if let authorised = state.authorised[job.token], (0...1).contains(month.months(since: authorised)) {
                return .authorised
            }
            guard state.jobs[job.token] == nil || fault == .keepsTwoJobs else {
                return .pending
            }
            guard state.jobs.count < limit || fault == .hasNoLimit else {
                return .full
            }
            state.jobs[job.token] = job
            return .enqueued
        }
    }

    package func jobs(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob] {
        state.withLock { state in
            let start = token?.digest ?? []
            let all = state.jobs.values.filter { start.lexicographicallyPrecedes($0.token.digest) }
            return Array(
                all.sorted { $0.token.digest.lexicographicallyPrecedes($1.token.digest) }.prefix(limit)
            )
        }
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

    /// The tokens that were authorised, and when.
    package var authorised: [TokenIdentifier: CalendarMonth] { state.withLock { $0.authorised } }
}
