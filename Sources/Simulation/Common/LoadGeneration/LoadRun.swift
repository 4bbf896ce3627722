package import LoadModel

/// A whole run: the look at the servers, the schedule, the requests, the report.
package struct LoadRun: Sendable {
    private let workflows: [any LoadWorkflow]
    private let question: CapacityQuestion
    private let least: Double
    private let only: Set<String>
    private let seconds: Double
    private let seed: UInt64
    private let maxInFlight: Int
    private let maxLateness: Duration

    /// - Parameters:
    ///   - least: what each visit happens at least.
    ///   - only: the names of the visits that are made; empty for all.
    ///   - seconds: the length of the compressed day.
    ///   - maxLateness: what a hundredth of all requests may exceed.
    package init(
        workflows: [any LoadWorkflow],
        question: CapacityQuestion,
        atLeast least: Double,
        only: Set<String> = [],
        seconds: Double,
        seed: UInt64,
        maxInFlight: Int,
        maxLateness: Duration
    ) {
        (self.workflows, self.question, self.least) = (workflows, question, least)
        (self.only, self.seconds) = (only, seconds)
        (self.seed, self.maxInFlight, self.maxLateness) = (seed, maxInFlight, maxLateness)
    }

    /// - Throws: ``LoadFault`` if the servers are not ready for the day, `CancellationError`.
    package func report(from transport: any LoadTransport) async throws -> LoadReport {
        let preparation = LoadPreparation(transport)
        var visits: [LoadVisit] = []
        for workflow in workflows {
            let plan = DayPlan(workflow.traffic.visits(of: question), atLeast: least)
            visits += try await workflow.visits(of: plan, after: preparation)
        }
        if let unknown = only.subtracting(visits.map(\.name)).min() {
            throw LoadFault("no visit is called \(unknown)")
        }
        visits.removeAll { !only.isEmpty && !only.contains($0.name) }
        let schedule = LoadSchedule(visits, seconds: seconds, seed: seed)
        let loop = OpenLoop(schedule, to: transport, maxInFlight: maxInFlight, clock: ContinuousClock())
        let record = try await loop.run()
        return LoadReport(
            record,
            visits: visits.map(\.planned),
            prepared: await preparation.answers,
            maxLateness: maxLateness.microseconds
        )
    }
}
