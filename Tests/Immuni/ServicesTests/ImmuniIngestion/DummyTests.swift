import DiagnosisKeyStores
import ImmuniAPI
import ServiceKit
import ServiceTesting
import Testing

@Suite("Dummies")
struct DummyTests {
    private static let paths = ["/v1/ingestion/check-otp", "/v1/ingestion/upload"]

    @Test("a dummy is accepted with any body and type", arguments: paths)
    func anyBody(path: String) async throws {
        let sample = try await SampleIngestion()
        let bodies = [
            "", "{", "null", "[]", "{}", #"{"other":1}"#, #"{"padding":"-"}"#, "\u{0}\u{1}",
            try IngestionRequest.upload().text, String(repeating: "{", count: 200_000),
        ]
        try await sample.run { ports async throws in
            for body in bodies {
                for type in ["application/json", "image/png", nil] {
                    let request = IngestionRequest.dummy(path).setting(\.body, body).setting(\.contentType, type)
                    let answer = try await request.exchange(ports.public)
                    #expect(answer.status == 204, "\(body.prefix(20))")
                    #expect(answer.wireSize == 512)
                    #expect(answer["Cache-Control"] == "no-store")
                }
            }
        }
    }

    @Test("a dummy is accepted with any token and clock", arguments: paths)
    func anyToken(path: String) async throws {
        let sample = try await SampleIngestion()
        try await sample.run { ports async throws in
            for token in MalformedToken.all {
                for clock in [nil, "", "-5", "later"] as [String?] {
                    let dummy = IngestionRequest.dummy(path).setting(\.authorization, token)
                    #expect(try await dummy.setting(\.clientClock, clock).exchange(ports.public).status == 204)
                }
            }
        }
    }

    @Test("a dummy that carries a live code and a complete upload changes neither")
    func liveCode() async throws {
        let sample = try await SampleIngestion.authorised()
        let upload = try IngestionRequest.upload()
        #expect(try await sample.answer(to: upload.setting(\.dummyFlag, "1")).status == 204)
        #expect(sample.accepted.contents.isEmpty)
        #expect(try await sample.stores.inbox.entries(limit: 1000).isEmpty)
        #expect(try await sample.answer(to: upload).status == 204, "the code still works")
        #expect(sample.accepted.keys.count == 1)
    }

    @Test("every answer has 512 bytes and leaves at one tick, whether dummy, accepted, refused or malformed")
    func sizeAndMoment() async throws {
        let sample = try await SampleIngestion.authorised()
        try await sample.authorise(SampleIngestion.otherCode)
        let requests = [
            IngestionRequest.dummy(Self.paths[0]), .dummy(Self.paths[1]),
            // Not the code of the upload, which may be faster.
            try .check(code: SampleIngestion.otherCode), try .check(code: "KJ23IWY5UJ"),
            try .check().setting(\.authorization, nil), try .upload(),
            try .upload(code: "KJ23IWY5UJ"), try .upload([.key(1, byteCount: 3)]),
            try .upload(code: SampleIngestion.otherCode).setting(\.dummyFlag, nil),
        ].map(\.text)
        let tick = try await AnswersAtOneTick(to: requests, of: sample.service, clock: sample.clock)
        #expect(tick.releases == requests.map { _ in .milliseconds(200) })
        #expect(tick.sizes == [512])
        #expect(tick.statuses == [204, 204, 204, 401, 400, 204, 401, 400, 400])
    }

    @Test("a failing store gives dummy and genuine the same answer: 503 with the same size, without detail")
    func failingStore() async throws {
        let sample = try await SampleIngestion.failing()
        let log = LogCapture()
        try await sample.run(log: log) { ports async throws in
            for request in [IngestionRequest.dummy(Self.paths[0]), .dummy(Self.paths[1]), try .check(), try .upload()] {
                let answer = try await request.exchange(ports.public)
                answer.expect(.unavailable)
                #expect(answer.wireSize == 512)
            }
            #expect(try await ports.health() == 503)
        }
        #expect(log.contains("SQLite error 1"), "the cause is for the operator")
    }
}
