import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniAppConfiguration
import LoadGeneration
import LoadModel
import PhonePorts
import SettingsDocuments
import Testing
import WireFormat

@testable import ImmuniLoad

@Suite("A day of Immuni's phones")
struct ImmuniDayTests {
    /// Answers the look at the index.
    private struct Servers: LoadTransport {
        let hasChunk: Bool

        func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "127.0.0.1:8080")] }

        func send(_ request: PhoneRequest) -> HTTPAnswer {
            hasChunk ? .init(status: 200, body: Array(#"{"oldest":1,"newest":7}"#.utf8)) : .init(status: 404)
        }
    }

    private static let question: CapacityQuestion = {
        var question = CapacityQuestion()
        (question.phones, question.cases) = (1000, 10)
        return question
    }()

    /// The published settings, with some changed.
    static func traffic(
        _ changes: [String: JSONValue] = [:],
        period: Double = 14_400,
        maxKeyCount: Int = 10_000,
        paddedKeyCount: Int = 0
    ) throws -> ImmuniTraffic {
        let preset = try #require(SettingsPreset.builtIn(named: "demo"))
        let document = try SettingsDocument(parsing: try JSONValue(parsing: preset))
        let values = document.effective(for: .iOS, build: 1).merging(changes) { $1 }
        return try ImmuniTraffic(
            parsing: JSONValue.sortedObject(values).encoded,
            ImmuniTraffic.Publication(period: period, maxKeyCount: maxKeyCount, paddedKeyCount: paddedKeyCount)
        )
    }

    private static func day() throws -> ImmuniDay {
        ImmuniDay(try traffic(), clock: ManualClock(UnixTime(1_700_000_000)))
    }

    private static func visits(hasChunk: Bool = true) async throws -> [LoadVisit] {
        let plan = DayPlan(try traffic().visits(of: question))
        return try await day().visits(of: plan, after: LoadPreparation(Servers(hasChunk: hasChunk)))
    }

    private static func perDay(_ name: String, _ traffic: ImmuniTraffic) -> Double {
        DayPlan(traffic.visits(of: question))[name].perDay
    }

    @Test("the load makes every planned visit, as often and with the same requests")
    func agreesWithPlan() async throws {
        let planned = try Self.traffic().visits(of: Self.question)
        let made = try await Self.visits()
        #expect(made.map(\.name) == planned.map(\.name))
        for (one, plan) in zip(made, planned) {
            #expect((one.planned.perDay, one.steps) == (plan.perDay, plan.steps))
        }
    }

    @Test("sessions, chunks, dummies and reports follow from the settings")
    func followsSettings() throws {
        let usual = try Self.traffic()
        // 1000 phones, six sessions each; once in sixty days a sequence; a month has 30.4 days, and 60 % report.
        #expect(Self.perDay("background session", usual) == 6000)
        #expect(abs(Self.perDay("dummy of a check", usual) - 1000 / 60.0) < 1e-9)
        #expect(abs(usual.uploadsPerSequence - 0.95 * (1 + 0.1 / 0.9)) < 1e-9)
        #expect(abs(Self.perDay("analytics token", usual) - 2000 / 30.4375) < 1e-9)
        #expect(abs(Self.perDay("Operational Info", usual) - 600 / 30.4375) < 1e-9)
        #expect(abs(Self.perDay("dummy of Operational Info", usual) - 1000 / 30.0) < 1e-9)
        #expect(Self.perDay("cold start", usual) == 2000)
        let changed = try Self.traffic([
            "exposure_detection_period": 800, "dummy_teks_average_opportunity_waiting_time": 86_400,
            "dummy_teks_request_probabilities": [.number("0.5")], "operational_info_without_exposure_sampling_rate": 0,
        ])
        // No phone has two sessions within 900 s.
        #expect(Self.perDay("background session", changed) == 96_000)
        #expect(Self.perDay("dummy of a check", changed) == 1000)
        #expect(changed.uploadsPerSequence == 1)
        #expect(Self.perDay("Operational Info", changed) == 0)
        #expect(Self.perDay("analytics token", changed) == Self.perDay("analytics token", usual))
        // A phone ends a sequence after a hundred requests.
        let endless = try Self.traffic(["dummy_teks_request_probabilities": [1]])
        #expect(endless.uploadsPerSequence == 99)
    }

    @Test("an app that is never opened sends no dummies, and starts never")
    func closed() throws {
        var question = Self.question
        question.openings = 0
        let plan = DayPlan(try Self.traffic().visits(of: question))
        #expect((plan["cold start"].perDay, plan["dummy of a check"].perDay) == (0, 0))
    }

    /// Chunks of a phone's day, and the bytes of one. Ten people share 140 keys, each at a moment of chance.
    @Test(
        "phones fetch the chunks of all runs with keys",
        arguments: [
            // 0.19 of six runs have none.
            (14_400.0, 10_000, 0, 6 * (1 - exp(-10 / 6.0)), 140 / 4.8668),
            // A run for each second has one person at the most, with few exceptions.
            (1, 10_000, 0, 9.99942, 14), (86_400, 10_000, 0, 1, 140), (86_400, 100, 0, 2, 70),
            (86_400, 10_000, 5000, 1, 5000),
        ]
    )
    func chunks(period: Double, maxKeyCount: Int, padded: Int, count: Double, keys: Double) throws {
        let traffic = try Self.traffic(period: period, maxKeyCount: maxKeyCount, paddedKeyCount: padded)
        let chunk = DayPlan(traffic.visits(of: Self.question))["new chunk"]
        #expect(abs(chunk.perDay - 1000 * count) < 0.1)
        #expect(abs(Double(chunk.load.received) - 610 - 17.6 * keys) < 1)
    }

    @Test("without anything to share there is no chunk")
    func nothing() throws {
        var question = Self.question
        question.cases = 0
        #expect(DayPlan(try Self.traffic().visits(of: question))["new chunk"].perDay == 0)
    }

    @Test("every request goes to the endpoint and the host of its kind")
    func endpoints() async throws {
        for visit in try await Self.visits() {
            let session = visit.begin(SeededGenerator(seed: 1))
            for (place, step) in visit.steps.enumerated() {
                let request = try #require(try await session.request(place))
                #expect(request.method == step.kind.endpoint.method)
                let path = request.target.split(separator: "?")[0]
                #expect(path == step.kind.endpoint.path || path == "/v1/keys/7")
                #expect(try Self.day().hosts[request.host] != nil)
                #expect(await session.read(.init(status: 200), of: place))
            }
        }
    }

    @Test("checks, uploads and their dummies have the size of the published settings on the wire")
    func sizes() async throws {
        let visits = try await Self.visits()
        for name in ["person shares keys", "dummy of a check", "dummy of an upload"] {
            let visit = try #require(visits.first { $0.name == name })
            let session = visit.begin(SeededGenerator(seed: 2))
            for (place, step) in visit.steps.enumerated() {
                let request = try #require(try await session.request(place))
                if request.host == .upload {
                    let size = request.wireSize(adding: [.init("Host", "127.0.0.1:8080")])
                    #expect((size, step.kind.bytes.sent) == (110_000, 110_000))
                }
            }
        }
    }

    @Test("without a chunk on offer, phones ask for none and expect no index")
    func withoutChunk() async throws {
        let visits = try await Self.visits(hasChunk: false)
        #expect(!visits.contains { $0.name == "new chunk" })
        let session = try #require(visits.first { $0.name == "background session" })
        #expect(session.steps.map(\.kind.name) == ["immuni settings", "immuni key index"])
        #expect(session.steps[1].kind.expected == [404])
    }

    @Test("visits of different seeds have different codes, a seed has always the same")
    func seeds() async throws {
        let visit = try #require(try await Self.visits().first { $0.name == "person shares keys" })
        func body(_ seed: UInt64) async throws -> [UInt8]? {
            try await visit.begin(SeededGenerator(seed: seed)).request(0)?.body
        }
        #expect(try await body(1) == body(1))
        #expect(try await body(1) != body(2))
    }
}
