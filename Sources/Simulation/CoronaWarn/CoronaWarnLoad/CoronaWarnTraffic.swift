import CoronaWarnAPI
package import CoronaWarnConfiguration
import CoronaWarnClient
package import LoadGeneration
package import LoadModel

/// How Corona-Warn's phones, their owners and laboratories spend a day, by the configuration in force.
package struct CoronaWarnTraffic: LoadTraffic {
    private let configuration: PhoneConfiguration
    private let publication: Publication

    /// How the server publishes.
    package struct Publication: Hashable, Sendable {
        /// Keys of an hour's package, at least: `distribution.min-keys`.
        package let minKeys: Int
        /// Keys that are stored for each uploaded one: `submission.key-multiplier`.
        package let multiplier: Int

        package init(minKeys: Int, multiplier: Int) {
            (self.minKeys, self.multiplier) = (minKeys, multiplier)
        }
    }

    /// - Parameter configuration: of the phones.
    package init(_ configuration: PhoneConfiguration, _ publication: Publication) {
        (self.configuration, self.publication) = (configuration, publication)
    }

    package func visits(of question: CapacityQuestion) -> [PlannedVisit] {
        let (phones, awake) = (question.phones, DayCurve.awake(peak: question.peak))
        let keys = question.casesPerDay * question.keysPerCase * Double(publication.multiplier)
        // Keys wait until they are enough for a package.
        let packages = min(keys / Double(publication.minKeys), 24)
        return [
            // Each phone draws the moment within its interval.
            PlannedVisit(
                "download",
                perDay: phones * DayCurve.secondsPerDay / Double(configuration.downloadInterval),
                from: "downloadInterval",
                on: .even,
                TreeVisit.indexSteps,
                cost: VisitCost(microseconds: 903)
            ),
            PlannedVisit(
                "new package",
                perDay: phones * packages,
                from: "--cases-per-day, distribution.min-keys, submission.key-multiplier",
                on: .even,
                [LoadStep(TreeVisit.package(of: packages > 0 ? keys / packages : 0), after: 0)],
                // That of the download.
                connections: 0,
                cost: VisitCost(microseconds: 235)
            ),
            PlannedVisit(
                "opening",
                perDay: phones * question.openings,
                from: "--openings",
                on: awake,
                TreeVisit.configurationSteps,
                cost: VisitCost(microseconds: 361)
            ),
        ] + sequences(question, awake)
    }

    /// Each person's test takes places in the sequences of an open app (decision 0197), so the rest of them is cover.
    private func sequences(_ question: CapacityQuestion, _ awake: DayCurve) -> [PlannedVisit] {
        let perOpening = OpeningPlan.sequences(inOpeningOf: Int64(question.openingSeconds))
        // The sequences of an opening use one connection to each host, until the last one after it.
        let shared = Self.hosts / Double(perOpening)
        let seconds = question.openingSeconds + Double(OpeningPlan.shortPause)
        let outcomes: [(TestOutcome, Double)] = [
            (.positive, question.casesPerDay), (.negative, question.casesPerDay * (question.testsPerCase - 1)),
        ]
        let ofTests = outcomes.reduce(0) { $0 + $1.1 * Double(TestVisit.sequenceCount($1.0)) }
        let fakes = Double(configuration.fakesPerDay.min + configuration.fakesPerDay.max) / 2
        let whileOpen = question.phones * question.openings * Double(perOpening) - ofTests
        return [
            PlannedVisit(
                "cover in the background",
                // A test whose owner never opens the app takes sequences of the background.
                perDay: max(question.phones * fakes + min(whileOpen, 0), 0),
                from: "fakesPerDay",
                on: .even,
                FakeVisit.steps,
                connections: Self.hosts,
                cost: Self.costOfFakes
            ),
            PlannedVisit(
                "cover while open",
                perDay: max(whileOpen, 0),
                from: "--openings, --opening-seconds, without the sequences of tests",
                on: awake,
                FakeVisit.steps,
                connections: shared,
                lasting: seconds,
                cost: Self.costOfFakes
            ),
        ]
            + outcomes.map { outcome, perDay in
                PlannedVisit(
                    "test, \(outcome)",
                    perDay: perDay,
                    from: outcome == .positive ? "--cases-per-day" : "--cases-per-day, --tests-per-case",
                    on: awake,
                    TestVisit.steps(outcome),
                    connections: Double(TestVisit.sequenceCount(outcome)) * shared,
                    lasting: seconds,
                    cost: outcome == .positive
                        ? VisitCost(
                            microseconds: 11_818,
                            commits: Self.commits(ofTest: outcome),
                            storedBytes: Self.bytesOfKey * question.keysPerCase * Double(publication.multiplier),
                            storedDays: 14
                        )
                        : VisitCost(
                            microseconds: 9085,
                            commits: Self.commits(ofTest: outcome),
                            storedBytes: 411,
                            storedDays: 60
                        )
                )
            }
    }

    private static let costOfFakes = VisitCost(microseconds: 2049, commits: commitsOfSequence)
    /// Fakes have as many as genuine requests: a registration or a result one, a TAN two, a submission one.
    private static let commitsOfSequence = 4

    /// The phone's sequences, and the laboratory's message.
    private static func commits(ofTest outcome: TestOutcome) -> Int {
        commitsOfSequence * TestVisit.sequenceCount(outcome) + 1
    }

    /// Verification and submission.
    private static let hosts = 2.0
    /// A key is stored for its country and for the union.
    private static let bytesOfKey = 117.0
}
