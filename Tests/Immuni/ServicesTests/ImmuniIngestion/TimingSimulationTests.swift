import ServiceKit
import Testing

/// Whether an observer of the time and size of answers can distinguish dummies from genuine requests, under load and on
/// simulated time.
@Suite("Timing and size under load")
struct TimingSimulationTests {
    private static let tick = CoverTraffic.standard.schedule.tick
    private static let floor = CoverTraffic.standard.schedule.floor

    private func delays(_ observations: [LoadSimulation.Observation], _ kind: LoadSimulation.Kind) -> [Duration] {
        observations.filter { $0.kind == kind }.map(\.delay)
    }

    /// The maximum Kolmogorov–Smirnov distance of dummies from accepted and refused requests, in critical distances.
    private func distinguishability(_ observations: [LoadSimulation.Observation]) -> Double {
        let dummies = delays(observations, .dummy)
        return [LoadSimulation.Kind.accepted, .refused].map { kind -> Double in
            let genuine = delays(observations, kind)
            return KolmogorovSmirnov.distance(dummies, genuine)
                / KolmogorovSmirnov.criticalDistance(dummies.count, genuine.count)
        }.reduce(0, max)
    }

    private func isOnGrid(_ observation: LoadSimulation.Observation) -> Bool {
        observation.release.attoseconds % Self.tick.attoseconds == 0 && observation.delay >= Self.floor
    }

    @Test(
        "answers leave on ticks, at least 150 ms after the request, all of 512 bytes, and dummies like the others",
        arguments: [("/v1/ingestion/upload", 1), ("/v1/ingestion/upload", 2), ("/v1/ingestion/check-otp", 3)]
            as [(String, UInt64)]
    )
    func indistinguishable(path: String, seed: UInt64) async throws {
        let observations = try await LoadSimulation(path: path, seed: seed).run()
        #expect(observations.count == 600)
        #expect(observations.allSatisfy { $0.status == ($0.kind == .refused ? 401 : 204) })
        #expect(observations.allSatisfy { $0.size == 512 })
        #expect(observations.allSatisfy(isOnGrid))
        let measured = distinguishability(observations)
        #expect(measured < 1, "\(measured) critical distances")
        // The load was real: many requests waited longer than the floor and the first tick after it.
        let long = observations.count { $0.delay >= Self.floor + Self.tick }
        #expect(long > observations.count / 20, "\(long)")
    }

    @Test("the statistic detects dummies that skip the commit")
    func skippingDummies() async throws {
        let observations = try await LoadSimulation(dummiesSkipTheCommit: true, seed: 4).run()
        let measured = distinguishability(observations)
        #expect(measured > 2, "\(measured) critical distances")
    }

    @Test("the statistics detect a service without a release schedule")
    func noSchedule() async throws {
        let honest = try await LoadSimulation(requestsOfEachKind: 60, cover: .undelayed, seed: 5).run()
        #expect(honest.count(where: isOnGrid) < honest.count / 10)
        let skipping = LoadSimulation(requestsOfEachKind: 60, cover: .undelayed, dummiesSkipTheCommit: true, seed: 6)
        let measured = try await distinguishability(skipping.run())
        #expect(measured > 2, "\(measured) critical distances")
    }

    @Test("the distance of two samples is the maximum difference of their distribution functions")
    func statistic() {
        let sample = (1...100).map { Duration.milliseconds($0) }
        #expect(KolmogorovSmirnov.distance(sample, sample) == 0)
        #expect(KolmogorovSmirnov.distance(sample, sample.map { $0 + .milliseconds(100) }) == 1)
        #expect(abs(KolmogorovSmirnov.distance(sample, sample.map { $0 + .milliseconds(25) }) - 0.25) < 1e-9)
        #expect(abs(KolmogorovSmirnov.criticalDistance(200, 200) - 0.1949) < 1e-9)
    }
}
