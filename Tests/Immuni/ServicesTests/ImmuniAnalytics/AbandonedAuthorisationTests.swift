import AnalyticsStoreConformance
import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import ImmuniAnalytics
import Testing

@Suite("Abandoned authorisations")
struct AbandonedAuthorisationTests {
    private static let expiry = SampleAnalytics.noon

    /// A job at `step`, kept in the sample's store.
    private static func keep(_ number: UInt8, at step: AuthorisationStep, in sample: SampleAnalytics) async throws {
        let token = TokenIdentifier(digest: [UInt8](repeating: number, count: 32))
        let job = AuthorisationJob(token: token, deviceToken: DeviceToken(exposing: "AAAA"), expiry: expiry)
        _ = try await sample.stores.authorisations.enqueue(
            job,
            in: SampleAnalytics.month...SampleAnalytics.month,
            limits: AuthorisationLimits(jobs: 10, unproven: 10)
        )
        guard step != .queued else {
            return
        }
        var begun = job
        begun.step = step
        begun.month = SampleAnalytics.month
        #expect(try await sample.stores.authorisations.advance(job, to: begun) == .advanced)
    }

    @Test(
        "end an hour after their time, and those that may have left a bit at Apple's are counted",
        arguments: [3600, 3601]
    )
    func end(secondsLater: Int64) async throws {
        let sample = try await SampleAnalytics()
        try await Self.keep(1, at: .queued, in: sample)
        try await Self.keep(2, at: .marked, in: sample)
        try await Self.keep(3, at: .clearing, in: sample)
        sample.clock.set(Self.expiry.advanced(bySeconds: secondsLater))
        _ = try await sample.cleanup.run()
        let isOver = secondsLater > 3600
        #expect(try await sample.stores.authorisations.jobs(after: nil, limit: 10).count == (isOver ? 0 : 3))
        #expect(try await sample.stores.authorisations.ownFailures(in: SampleAnalytics.month) == (isOver ? 2 : 0))
    }
}
