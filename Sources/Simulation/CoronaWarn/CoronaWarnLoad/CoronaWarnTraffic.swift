import CoronaWarnAPI
package import CoronaWarnConfiguration
import CoronaWarnClient
package import LoadGeneration
package import LoadModel

/// How Corona-Warn's phones, their owners and laboratories spend a day, by the configuration in force.
package struct CoronaWarnTraffic: LoadTraffic {
    private let configuration: PhoneConfiguration

    /// - Parameter configuration: of the phones.
    package init(_ configuration: PhoneConfiguration) {
        self.configuration = configuration
    }

    package func visits(of question: CapacityQuestion) -> [PlannedVisit] {
        let (phones, awake) = (question.phones, DayCurve.awake(peak: question.peak))
        let openings = phones * question.openings
        return [
            PlannedVisit(
                "download",
                perDay: phones * DayCurve.secondsPerDay / Double(configuration.downloadInterval),
                from: "downloadInterval",
                on: awake.rushingAfterEachHour,
                TreeVisit.steps(
                    packages: max(configuration.downloadInterval / TreeVisit.secondsPerHour, 1),
                    keysPerHour: question.casesPerDay * question.keysPerCase / 24
                ),
                cost: VisitCost(microseconds: 200)
            ),
            PlannedVisit(
                "opening",
                perDay: openings,
                from: "--openings",
                on: awake,
                TreeVisit.configurationSteps,
                cost: VisitCost(microseconds: 60)
            ),
        ] + sequences(question, awake, openings: openings)
    }

    /// Each person's test takes places in the sequences of an open app (decision 0197), so the rest of them is cover.
    private func sequences(_ question: CapacityQuestion, _ awake: DayCurve, openings: Double) -> [PlannedVisit] {
        let perOpening = OpeningPlan.sequences(inOpeningOf: Int64(question.openingSeconds))
        let fakes = Double(configuration.fakesPerDay.min + configuration.fakesPerDay.max) / 2
        let tests = tests(question, awake)
        let ofTests = tests.reduce(0) { $0 + $1.perDay * $1.connections / Self.connectionsPerSequence }
        return [
            PlannedVisit(
                "cover in the background",
                perDay: question.phones * fakes,
                from: "fakesPerDay",
                on: .even,
                FakeVisit.steps,
                connections: Self.connectionsPerSequence,
                cost: Self.costOfFakes
            ),
            PlannedVisit(
                "cover while open",
                perDay: max(openings * Double(perOpening) - ofTests, 0),
                from: "--openings, --opening-seconds, without the sequences of tests",
                on: awake,
                FakeVisit.steps,
                // The sequences of an opening use one connection to each host.
                connections: Self.connectionsPerSequence / Double(perOpening),
                cost: Self.costOfFakes
            ),
        ] + tests
    }

    private func tests(_ question: CapacityQuestion, _ awake: DayCurve) -> [PlannedVisit] {
        let outcomes: [(TestOutcome, Double, VisitCost)] = [
            (
                .positive, question.casesPerDay,
                VisitCost(
                    microseconds: 1500,
                    commits: 6,
                    storedBytes: 160 * question.keysPerCase,
                    storedDays: 14
                )
            ),
            (
                .negative, question.casesPerDay * (question.testsPerCase - 1),
                VisitCost(microseconds: 900, commits: 3, storedBytes: 400, storedDays: 60)
            ),
        ]
        return outcomes.map { outcome, perDay, cost in
            PlannedVisit(
                "test, \(outcome)",
                perDay: perDay,
                from: outcome == .positive ? "--cases-per-day" : "--cases-per-day, --tests-per-case",
                on: awake,
                TestVisit.steps(outcome),
                connections: Double(TestVisit.sequenceCount(outcome)) * Self.connectionsPerSequence,
                cost: cost
            )
        }
    }

    private static let costOfFakes = VisitCost(microseconds: 150)
    /// One to verification and one to submission.
    private static let connectionsPerSequence = 2.0
}
