import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives
import ExposureTesting
import LoadGeneration
import LoadModel
import PhonePorts
import Testing
import WireFormat

@testable import CoronaWarnLoad

@Suite("A day of Corona-Warn's phones")
struct CoronaWarnDayTests {
    /// Answers the look at the indexes of a tree.
    private struct Tree: LoadTransport {
        let files: [String: String]

        func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

        func send(_ request: PhoneRequest) -> HTTPAnswer {
            files[request.target].map { .init(status: 200, body: Array($0.utf8)) } ?? .init(status: 404)
        }
    }

    private static let dates = "/version/v1/diagnosis-keys/country/IT/date"

    private static let question: CapacityQuestion = {
        var question = CapacityQuestion()
        (question.phones, question.cases) = (1000, 10)
        return question
    }()

    private static let publication = CoronaWarnTraffic.Publication(minKeys: 140, multiplier: 1)
    private static let traffic = CoronaWarnTraffic(.published(country: "IT"), publication)

    private static func visits(
        _ files: [String: String] = [dates: #"["2023-11-13"]"#, "\(dates)/2023-11-13/hour": "[3,9]"],
        key: String? = "secret"
    ) async throws -> [LoadVisit] {
        let day = CoronaWarnDay(
            traffic,
            clock: ManualClock(UnixTime(1_700_000_000)),
            region: try #require(RegionCode("IT")),
            laboratoryKey: key.map { SecretBytes($0.utf8) }
        )
        let plan = DayPlan(traffic.visits(of: question))
        return try await day.visits(of: plan, after: LoadPreparation(Tree(files: files)))
    }

    private static func perDay(_ name: String, _ change: (inout PhoneConfiguration) -> Void = { _ in }) -> Double {
        var configuration = PhoneConfiguration.published(country: "IT")
        change(&configuration)
        return DayPlan(CoronaWarnTraffic(configuration, publication).visits(of: question))[name].perDay
    }

    @Test("the load makes every planned visit, as often and with the same requests")
    func agreesWithPlan() async throws {
        let (planned, made) = (Self.traffic.visits(of: Self.question), try await Self.visits())
        #expect(made.map(\.name) == planned.map(\.name))
        for (one, plan) in zip(made, planned) {
            #expect((one.planned.perDay, one.steps) == (plan.perDay, plan.steps))
        }
    }

    @Test("phones leave out files that are not on offer")
    func incompleteTree() async throws {
        for files in [[:], [Self.dates: "[]"], [Self.dates: #"["2023-11-13"]"#]] {
            let visits = try await Self.visits(files)
            #expect(!visits.contains { $0.name == "new package" })
            let download = try #require(visits.first { $0.name == "download" })
            #expect(
                download.steps.map(\.kind.name) == [
                    "cwa configuration", "cwa configuration, statement", "cwa days", "cwa days, statement",
                ]
            )
        }
    }

    @Test("downloads and sequences follow from the configuration, and tests take places of sequences")
    func followsConfiguration() {
        #expect(Self.perDay("download") == 24_000)
        #expect(Self.perDay("download") { $0.downloadInterval = 7200 } == 12_000)
        #expect(Self.perDay("cover in the background") == 2000)
        #expect(Self.perDay("cover in the background") { $0.fakesPerDay = ClosedSpan(min: 4, max: 5) } == 4500)
        // Two openings of five sequences each (decision 0197). Ten people with a positive test have four actions each,
        // and ninety others three.
        #expect(Self.perDay("cover while open") == 10_000 - 40 - 270)
    }

    @Test("without openings, tests take places of the background")
    func closed() {
        var question = Self.question
        question.openings = 0
        let plan = DayPlan(Self.traffic.visits(of: question))
        #expect((plan["cover while open"].perDay, plan["cover in the background"].perDay) == (0, 2000 - 310))
        question.cases = 1e6
        #expect(DayPlan(Self.traffic.visits(of: question))["cover in the background"].perDay == 0)
    }

    /// Ten people share 140 keys.
    @Test(
        "keys wait for packages, of which a day has 24 at the most",
        arguments: [(140, 1, 1.0, 140.0), (280, 1, 0.5, 280), (1, 1, 24, 140 / 24.0), (140, 10, 10, 140)]
    )
    func packages(minKeys: Int, multiplier: Int, count: Double, keys: Double) {
        let publication = CoronaWarnTraffic.Publication(minKeys: minKeys, multiplier: multiplier)
        let traffic = CoronaWarnTraffic(.published(country: "IT"), publication)
        let package = DayPlan(traffic.visits(of: Self.question))["new package"]
        #expect(package.perDay == 1000 * count)
        #expect(abs(Double(package.load.received) - 630 - 18 * keys) < 1)
    }

    @Test("a phone asks for the indexes, their statements and the newest package")
    func tree() async throws {
        var targets: [String] = []
        for visit in try await Self.visits().prefix(3) {
            let session = visit.begin(SeededGenerator(seed: 1))
            for (place, step) in visit.steps.enumerated() {
                let target = try #require(try await session.request(place)).target
                targets.append(target)
                #expect(step.kind.endpoint == TreeVisit.endpoint(of: target))
                #expect(CoronaWarnEndpoint.tree.contains(step.kind.endpoint))
            }
        }
        let hours = "\(Self.dates)/2023-11-13/hour"
        let documents = ["/version/v2/app_config_ios", Self.dates, hours].flatMap { [$0, $0 + ".sig"] }
        #expect(targets == documents + ["\(hours)/9"] + documents.prefix(2))
    }

    @Test("a person with a positive result has a token, a TAN and an upload, each from the answer before")
    func positiveTest() async throws {
        let visit = try #require(try await Self.visits().first { $0.name == "test, positive" })
        let session = visit.begin(SeededGenerator(seed: 1))
        var generator = SeededGenerator(seed: 9)
        let (token, tan) = (RegistrationToken.generate(using: &generator), TAN.generate(using: &generator))
        for (place, step) in visit.steps.enumerated() {
            let request = try #require(try await session.request(place), "step \(place)")
            #expect(request.target == step.kind.endpoint.path)
            let answer: [UInt8] =
                switch step.kind.name {
                case "cwa registration": RegistrationTokenAnswer(token: token).exposedBody
                case "cwa result": TestResultAnswer(code: place < 6 ? 0 : 2, sampleCollection: 1).paddedBody
                case "cwa tan": TANAnswer(tan: tan).exposedBody
                default: []
                }
            #expect(await session.read(.init(status: 200, body: answer), of: place), "step \(place)")
            switch step.kind.name {
            case "cwa laboratory":
                #expect(try ResultBatch(parsing: request.body, kind: .pcr).results.map(\.outcome) == [.positive])
                #expect(request.headers.contains(.init("Authorization", "Bearer secret")))
            case "cwa submission":
                #expect(request.headers.contains(.init(CoronaWarnHeader.authorization, tan.exposedText)))
                #expect(request.body.count == SubmissionPayload.phoneSize)
            default: break
            }
        }
        #expect(visit.steps.count == 13)
        #expect(visit.steps.count { !$0.kind.name.hasSuffix("fake") } == 6)
    }

    @Test("without the answers before, there is no question, no TAN and no upload")
    func missingAnswers() async throws {
        let visit = try #require(try await Self.visits().first { $0.name == "test, positive" })
        let session = visit.begin(SeededGenerator(seed: 1))
        for (place, step) in visit.steps.enumerated() where !step.kind.name.hasSuffix("fake") {
            let needsAnswer = ["cwa result", "cwa tan", "cwa submission"].contains(step.kind.name)
            #expect(try await (session.request(place) == nil) == needsAnswer, "step \(place)")
            if needsAnswer || step.kind.name == "cwa registration" {
                let isFree = step.kind.name == "cwa submission"
                #expect(await session.read(.init(status: 200, body: [1]), of: place) == isFree)
            }
        }
    }

    @Test("without a laboratory's key nobody is tested")
    func withoutLaboratory() async throws {
        #expect(
            try await Self.visits(key: nil).map(\.name)
                == ["download", "new package", "opening", "cover in the background", "cover while open"]
        )
    }
}
