package import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the authorisation jobs' port, as checks that report violations.
package enum AuthorisationConformance {
    typealias Check = RuleCheck<any AuthorisationStore>

    private static let month = CalendarMonth(monthsSinceEpoch: 605)
    private static let months = month...month

    private static func job(_ number: UInt8, at step: AuthorisationStep = .queued) -> AuthorisationJob {
        AuthorisationJob(
            token: TokenIdentifier(digest: [UInt8](repeating: number, count: 32)),
            deviceToken: DeviceToken(exposing: "ZGV2aWNl"),
            step: step,
            month: step.mayHaveWritten ? month : nil,
            isDisturbed: false,
            expiry: Samples.now.advanced(bySeconds: 86_400)
        )
    }

    private static let limits = AuthorisationLimits(jobs: 10, unproven: 10)

    /// A job that arrived `seconds` after the others.
    private static func job(_ number: UInt8, laterBy seconds: Int64) -> AuthorisationJob {
        AuthorisationJob(
            token: job(number).token,
            deviceToken: job(number).deviceToken,
            expiry: job(number).expiry.advanced(bySeconds: seconds)
        )
    }

    /// Enqueues a job and advances it to `step`.
    private static func kept(
        _ number: UInt8,
        at step: AuthorisationStep = .queued,
        in store: any AuthorisationStore
    ) async throws -> AuthorisationJob {
        _ = try await store.enqueue(job(number), in: months, limits: limits)
        _ = try await store.advance(job(number), to: job(number, at: step))
        return job(number, at: step)
    }

    package static let checks = [
        Check(rule: "a pending token keeps the job it has") { store, report in
            report.expectEqual(try await store.enqueue(job(1), in: months, limits: limits), .enqueued, "the first wish")
            let marking = job(1, at: .marking)
            report.expectEqual(try await store.advance(job(1), to: marking), .advanced, "the step")
            report.expectEqual(try await store.enqueue(job(1), in: months, limits: limits), .pending, "the second wish")
            report.expectEqual(try await store.jobs(after: nil, limit: 10), [marking], "the jobs")
        },
        Check(rule: "a token that was authorised in one of the months has no job, and may have one otherwise") {
            store,
            report in
            _ = try await store.finish(kept(1, at: .clearing, in: store))
            let outcomes: [(Int, Int, EnqueueOutcome)] = [
                (-2, -1, .enqueued), (-1, 0, .authorised), (0, 1, .authorised), (1, 2, .enqueued),
            ]
            for (first, last, outcome) in outcomes {
                let months = month.advanced(byMonths: first)...month.advanced(byMonths: last)
                let found = try await store.enqueue(job(1), in: months, limits: limits)
                report.expectEqual(found, outcome, "authorised in \(months)")
                _ = try await store.drop(job(1))
            }
        },
        Check(rule: "no more jobs are kept than the limit") { store, report in
            let two = AuthorisationLimits(jobs: 2, unproven: 2)
            for number in 1...2 as ClosedRange<UInt8> {
                _ = try await store.enqueue(job(number), in: months, limits: two)
                report.expect(try await store.prove(job(number), limits: two), "proof \(number)")
            }
            report.expectEqual(try await store.enqueue(job(3), in: months, limits: two), .full, "a third wish")
            report.expect(try await !store.prove(job(3), limits: two), "a third proof")
            report.expectEqual(try await store.enqueue(job(1), in: months, limits: two), .pending, "one that is there")
            let kept = try await store.jobs(after: nil, limit: 9).map(\.token)
            report.expectEqual(kept, [1, 2].map { job($0).token }, "kept")
        },
        Check(rule: "the oldest that has proven nothing makes room for a newcomer") { store, report in
            let limits = AuthorisationLimits(jobs: 4, unproven: 2)
            for number in 1...3 as ClosedRange<UInt8> {
                let outcome = try await store.enqueue(job(number, laterBy: Int64(number)), in: months, limits: limits)
                report.expectEqual(outcome, .enqueued, "wish \(number)")
            }
            let kept = try await store.jobs(after: nil, limit: 9).map(\.token)
            report.expectEqual(kept, [2, 3].map { job($0).token }, "kept")
            report.expectEqual(try await store.displacedCount(), 1, "displaced")
        },
        Check(rule: "of those that came at once any makes room, and any is first, whatever their tokens are") {
            store,
            report in
            let limits = AuthorisationLimits(jobs: 9, unproven: 2)
            var (kept, first): (Set<UInt8>, Set<UInt8>) = ([], [])
            for _ in 1...200 {
                for number in 1...2 as ClosedRange<UInt8> {
                    _ = try await store.enqueue(job(number), in: months, limits: limits)
                }
                first.formUnion(try await store.unproven(limit: 1).compactMap(\.token.digest.first))
                _ = try await store.enqueue(job(3), in: months, limits: limits)
                kept.formUnion(try await store.jobs(after: nil, limit: 9).compactMap(\.token.digest.first))
                for left in try await store.jobs(after: nil, limit: 9) {
                    _ = try await store.drop(left)
                }
            }
            report.expectEqual(first, [1, 2], "first")
            report.expectEqual(kept, [1, 2, 3], "kept")
        },
        Check(rule: "proven jobs make room for nobody") { store, report in
            let limits = AuthorisationLimits(jobs: 3, unproven: 1)
            _ = try await store.enqueue(job(1), in: months, limits: limits)
            report.expect(try await store.prove(job(1), limits: limits), "the proof")
            for number in 2...9 as ClosedRange<UInt8> {
                _ = try await store.enqueue(job(number, laterBy: 1), in: months, limits: limits)
            }
            let kept = try await store.jobs(after: nil, limit: 9)
            report.expectEqual(kept.map(\.token), [1, 9].map { job($0).token }, "kept")
            report.expectEqual(kept.map(\.step), [.proven, .queued], "their steps")
        },
        Check(rule: "the newest that has proven nothing comes first") { store, report in
            for number in 1...3 as ClosedRange<UInt8> {
                _ = try await store.enqueue(job(number, laterBy: Int64(number)), in: months, limits: limits)
            }
            _ = try await store.prove(job(2, laterBy: 2), limits: limits)
            let newest = try await store.unproven(limit: 9)
            report.expectEqual(newest, [job(3, laterBy: 3), job(1, laterBy: 1)], "unproven")
            report.expectEqual(try await store.unproven(limit: 1).count, 1, "with a limit")
            let proven = try await store.proven(after: nil, limit: 9)
            report.expectEqual(proven.map(\.token), [job(2).token], "proven")
        },
        Check(rule: "a job that is asked for again is new again, until it has proven something") { store, report in
            for (number, seconds) in [(1, 1), (2, 2), (1, 3), (1, 0)] as [(UInt8, Int64)] {
                _ = try await store.enqueue(job(number, laterBy: seconds), in: months, limits: limits)
            }
            let newest = try await store.unproven(limit: 9)
            report.expectEqual(newest, [job(1, laterBy: 3), job(2, laterBy: 2)], "unproven")
            report.expect(try await store.prove(job(1, laterBy: 3), limits: limits), "the proof")
            let outcome = try await store.enqueue(job(1, laterBy: 9), in: months, limits: limits)
            report.expectEqual(outcome, .pending, "a wish after the proof")
            let proven = try await store.proven(after: nil, limit: 9).map(\.expiry)
            report.expectEqual(proven, [job(1, laterBy: 3).expiry], "proven")
        },
        Check(rule: "a job that made room while it was asked about is kept once it has proven something") {
            store,
            report in
            let limits = AuthorisationLimits(jobs: 2, unproven: 1)
            _ = try await store.enqueue(job(1), in: months, limits: limits)
            _ = try await store.enqueue(job(2, laterBy: 1), in: months, limits: limits)
            report.expectEqual(try await store.jobs(after: nil, limit: 9).map(\.token), [job(2).token], "displaced")
            report.expect(try await store.prove(job(1), limits: limits), "the proof")
            report.expectEqual(try await store.proven(after: nil, limit: 9), [job(1, at: .proven)], "proven")
            report.expect(try await !store.prove(job(1), limits: limits), "a second proof")
            let again = job(2, laterBy: 5)
            report.expect(try await store.prove(again, limits: limits), "of one that came again")
            let rest = try await store.proven(after: job(1).token, limit: 9).map(\.expiry)
            report.expectEqual(rest, [again.expiry], "its time")
        },
        Check(rule: "jobs come in the order of their digests, from wherever one goes on") { store, report in
            for number in [3, 1, 2] as [UInt8] {
                _ = try await store.enqueue(job(number), in: months, limits: limits)
            }
            report.expectEqual(try await store.jobs(after: nil, limit: 2), [job(1), job(2)], "the first two")
            report.expectEqual(try await store.jobs(after: job(2).token, limit: 2), [job(3)], "the rest")
        },
        Check(rule: "a job is changed by those who know it as it is") { store, report in
            let marked = try await kept(1, at: .marked, in: store)
            var other = marked
            other.isDisturbed = true
            report.expectEqual(try await store.advance(job(1), to: other), .lost, "from another step")
            report.expectEqual(try await store.advance(other, to: marked), .lost, "from another state")
            for end in [store.finish, store.drop, store.abandon] {
                report.expect(try await !end(job(1)), "an end from another step")
            }
            report.expectEqual(try await store.jobs(after: nil, limit: 2), [marked], "the jobs")
        },
        Check(rule: "one job holds the lease at a time, and gives it back") { store, report in
            let first = try await kept(1, at: .deciding, in: store)
            let second = try await kept(2, at: .marked, in: store)
            let next = job(2, at: .deciding)
            report.expectEqual(try await store.advance(second, to: next), .leaseTaken, "while deciding")
            let clearing = job(1, at: .clearing)
            report.expectEqual(try await store.advance(first, to: clearing), .advanced, "the holder's own step")
            report.expectEqual(try await store.advance(second, to: next), .leaseTaken, "while clearing")
            report.expect(try await store.finish(clearing), "the end")
            report.expectEqual(try await store.advance(second, to: next), .advanced, "after the end")
            report.expectEqual(try await store.advance(next, to: second), .advanced, "a step back")
            report.expectEqual(try await kept(3, at: .deciding, in: store), job(3, at: .deciding), "after that")
            report.expectEqual(try await store.advance(second, to: next), .leaseTaken, "then")
        },
        Check(rule: "a job ends once") { store, report in
            for (number, end) in [store.finish, store.drop, store.abandon].enumerated() {
                let job = try await kept(UInt8(number), at: .clearing, in: store)
                report.expect(try await end(job), "end \(number)")
                report.expect(try await !end(job), "end \(number) again")
                report.expectEqual(try await store.jobs(after: nil, limit: 2), [], "the jobs")
            }
        },
        Check(rule: "what we left behind is counted in its month") { store, report in
            for number in 1...2 as ClosedRange<UInt8> {
                _ = try await store.abandon(kept(number, at: .marked, in: store))
            }
            let marked = try await kept(3, at: .marked, in: store)
            report.expectEqual(try await store.ownFailures(in: month), 2, "abandoned")
            var disturbed = marked
            disturbed.isDisturbed = true
            _ = try await store.advance(marked, to: disturbed)
            report.expectEqual(try await store.ownFailures(in: month), 3, "and disturbed")
            report.expectEqual(try await store.ownFailures(in: month.advanced(byMonths: 1)), 0, "of the next month")
            _ = try await store.drop(disturbed)
            report.expectEqual(try await store.ownFailures(in: month), 2, "after the end")
        },
        Check(rule: "one holder runs the jobs, and finds disturbed what it did not begin") { store, report in
            _ = try await kept(1, in: store)
            _ = try await kept(2, at: .marked, in: store)
            var lease = try await store.takeLease()
            report.expect(lease != nil, "the first lease was refused")
            report.expect(try await store.takeLease() == nil, "a second lease was granted")
            let disturbed = try await store.jobs(after: nil, limit: 2).map(\.isDisturbed)
            report.expectEqual(disturbed, [false, true], "disturbed")
            lease = nil
            report.expect(try await store.takeLease() != nil, "a lease was not given back, \(lease == nil)")
        },
    ]
}
