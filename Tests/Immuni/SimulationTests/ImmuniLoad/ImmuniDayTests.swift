import ExposurePrimitives
import ExposureTesting
import LoadGeneration
import LoadModel
import PhonePorts
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

    private static let day: DayOfVisits = {
        var question = CapacityQuestion()
        (question.phones, question.casesPerDay) = (1000, 10)
        guard let plan = try? CapacityPlan(question) else {
            preconditionFailure("these numbers are in their ranges")
        }
        return DayOfVisits(plan)
    }()

    private static func visits(hasChunk: Bool = true) async throws -> [LoadVisit] {
        let clock = ManualClock(UnixTime(1_700_000_000))
        return try await ImmuniDay(clock: clock)
            .visits(of: day, after: LoadPreparation(Servers(hasChunk: hasChunk)))
    }

    @Test("downloads and uploads of the day are those of the plan", arguments: [true, false])
    func agreesWithPlan(hasChunk: Bool) async throws {
        let visits = try await Self.visits(hasChunk: hasChunk)
        func requests(_ names: Set<String>) -> Double {
            visits.reduce(0) { sum, visit in
                sum + visit.perDay * Double(visit.steps.count { names.contains($0.kind.name) })
            }
        }
        let downloads = requests(["immuni settings", "immuni key index", "immuni key chunk"])
        #expect(abs(downloads - Self.day.downloads) < 1e-6)
        let uploads = requests(["immuni upload", "immuni upload, dummy"])
        #expect(abs(uploads - Self.day.cases - Self.day.covers) < 1e-6)
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
                #expect(ImmuniDay(clock: ManualClock(UnixTime(0))).hosts[request.host] != nil)
                #expect(await session.read(.init(status: 200), of: place))
            }
        }
    }

    @Test("checks, uploads and their dummies have the size of the published settings on the wire")
    func sizes() async throws {
        let visits = try await Self.visits()
        for name in ["case", "cover"] {
            let visit = try #require(visits.first { $0.name == name })
            let session = visit.begin(SeededGenerator(seed: 2))
            for place in visit.steps.indices {
                let request = try #require(try await session.request(place))
                if request.host == .upload {
                    #expect(request.wireSize(adding: [.init("Host", "127.0.0.1:8080")]) == ImmuniDay.packetSize)
                }
            }
        }
    }

    @Test("without a chunk on offer, phones ask for none and expect no index")
    func withoutChunk() async throws {
        let check = try #require(try await Self.visits(hasChunk: false).first { $0.name == "check" })
        #expect(check.steps.map(\.kind.name) == ["immuni settings", "immuni key index"])
        #expect(check.steps[1].kind.expected == [404])
    }

    @Test("visits of different seeds have different codes, a seed has always the same")
    func seeds() async throws {
        let visit = try #require(try await Self.visits().first { $0.name == "case" })
        func body(_ seed: UInt64) async throws -> [UInt8]? {
            try await visit.begin(SeededGenerator(seed: seed)).request(0)?.body
        }
        #expect(try await body(1) == body(1))
        #expect(try await body(1) != body(2))
    }
}
