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

    private static let traffic = CoronaWarnTraffic(.published(country: "IT"))

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
        return DayPlan(CoronaWarnTraffic(configuration).visits(of: question))[name].perDay
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
        for (files, count) in [([:], 4), ([Self.dates: "[]"], 4), ([Self.dates: #"["2023-11-13"]"#], 4)] {
            let download = try #require(try await Self.visits(files).first { $0.name == "download" })
            #expect(download.steps.count == count)
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

    @Test("a session has a package of each hour since the last one", arguments: [(3600, 1), (7200, 2), (86_400, 24)])
    func packages(interval: Int, count: Int) {
        var configuration = PhoneConfiguration.published(country: "IT")
        configuration.downloadInterval = interval
        let download = DayPlan(CoronaWarnTraffic(configuration).visits(of: Self.question))["download"]
        #expect(download.steps.count { $0.kind.name == "cwa package of an hour" } == count)
        #expect(download.steps.count == 6 + count)
    }

    @Test("a phone asks for the indexes, their statements and the newest package")
    func tree() async throws {
        let download = try #require(try await Self.visits().first { $0.name == "download" })
        let session = download.begin(SeededGenerator(seed: 1))
        var targets: [String] = []
        for place in download.steps.indices {
            targets.append(try #require(try await session.request(place)).target)
        }
        let hours = "\(Self.dates)/2023-11-13/hour"
        let indexes = ["/version/v2/app_config_ios", Self.dates, hours].flatMap { [$0, $0 + ".sig"] }
        #expect(targets == indexes + ["\(hours)/9"])
        let routes = download.steps.map(\.kind.endpoint)
        #expect(Set(routes).count == routes.count)
        #expect(routes.allSatisfy(CoronaWarnEndpoint.tree.contains))
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
                == ["download", "opening", "cover in the background", "cover while open"]
        )
    }
}
