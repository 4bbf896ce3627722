package import LoadModel

/// A whole run: the look at the servers, the schedule, the requests, the report.
package struct LoadRun: Sendable {
    private let workflows: [any LoadWorkflow]
    private let day: DayOfVisits
    private let seconds: Double
    private let seed: UInt64
    private let maxInFlight: Int
    private let maxLateness: Duration

    /// - Parameters:
    ///   - seconds: the length of the compressed day.
    ///   - maxLateness: what a hundredth of all requests may exceed.
    package init(
        workflows: [any LoadWorkflow],
        day: DayOfVisits,
        seconds: Double,
        seed: UInt64,
        maxInFlight: Int,
        maxLateness: Duration
    ) {
        (self.workflows, self.day, self.seconds) = (workflows, day, seconds)
        (self.seed, self.maxInFlight, self.maxLateness) = (seed, maxInFlight, maxLateness)
    }

    /// - Throws: ``LoadFault`` if the servers are not ready for the day, `CancellationError`.
    package func report(from transport: any LoadTransport) async throws -> LoadReport {
        let preparation = LoadPreparation(transport)
        var visits: [LoadVisit] = []
        for workflow in workflows {
            visits += try await workflow.visits(of: day, after: preparation)
        }
        let schedule = LoadSchedule(visits, seconds: seconds, seed: seed)
        let loop = OpenLoop(schedule, to: transport, maxInFlight: maxInFlight, clock: ContinuousClock())
        let record = try await loop.run()
        return LoadReport(record, prepared: await preparation.answers, maxLateness: maxLateness.microseconds)
    }
}
