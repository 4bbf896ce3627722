import ExposurePrimitives
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Bodies that are smaller than a phone's")
struct MinBodyTests {
    private static let limit = 1000
    private static let paths = ["/v1/ingestion/check-otp", "/v1/ingestion/upload"]

    /// A request of the endpoint, with a body of `size` bytes.
    private static func request(_ path: String, isDummy: Bool, size: Int) throws -> IngestionRequest {
        let request = path == paths[0] ? try IngestionRequest.check() : try .upload()
        let empty = bodySize(request.with("padding", ""))
        let padded = request.with("padding", .string(String(repeating: "0", count: size - empty)))
        #expect(bodySize(padded) == size)
        return padded.setting(\.dummyFlag, isDummy ? "1" : "0")
    }

    private static func bodySize(_ request: IngestionRequest) -> Int {
        JSONValue.object(request.members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
            .encoded.count
    }

    @Test("are refused one byte below the limit and accepted at it, dummy or genuine", arguments: paths, [true, false])
    func bothSides(path: String, isDummy: Bool) async throws {
        let sample = try await SampleIngestion.authorised(minBody: Self.limit)
        try await sample.run { ports async throws in
            for (size, status) in [(Self.limit - 1, 400), (Self.limit, 204)] {
                let answer = try await Self.request(path, isDummy: isDummy, size: size).exchange(ports.public)
                #expect(answer.status == status)
                #expect(answer.wireSize == 512)
            }
        }
    }

    @Test("get one answer, byte for byte and at one moment, with or without the dummy flag", arguments: paths)
    func oneAnswer(path: String) async throws {
        let sample = try await SampleIngestion.authorised(minBody: Self.limit)
        let requests =
            try [true, false].map { try Self.request(path, isDummy: $0, size: Self.limit - 1) } + [
                IngestionRequest.dummy(path), .dummy(path).setting(\.body, "").setting(\.contentType, nil),
                .dummy(path).setting(\.dummyFlag, nil),
            ]
        let monotonicClock = ManualMonotonicClock()
        try await withRunningHost(
            [sample.service],
            configuration: .forTests(cover: .standard),
            clock: sample.clock,
            monotonicClock: monotonicClock
        ) { ports, _ async throws in
            let connections = try requests.map { _ in try RawHTTP(port: ports.public) }
            for (connection, request) in zip(connections, requests) {
                try await connection.send(request.text)
            }
            await monotonicClock.sleepers(atLeast: requests.count)
            #expect(Set(monotonicClock.wakeUps).count == 1)
            monotonicClock.advance(by: .milliseconds(200))
            var answers: Set<[UInt8]> = []
            for connection in connections {
                answers.insert(try await connection.answer().bytes)
            }
            #expect(answers.count == 1)
        }
    }

    @Test("reach no store", arguments: paths)
    func reachNoStore(path: String) async throws {
        // The stores fail, so a request that reaches them is answered 503.
        let sample = try await SampleIngestion.failing(minBody: Self.limit)
        try await sample.run { ports async throws in
            for isDummy in [true, false] {
                let small = try Self.request(path, isDummy: isDummy, size: Self.limit - 1)
                #expect(try await small.exchange(ports.public).status == 400)
                let large = try Self.request(path, isDummy: isDummy, size: Self.limit)
                #expect(try await large.exchange(ports.public).status == 503)
            }
        }
    }

    @Test("a code survives a genuine request that was too small")
    func codeSurvives() async throws {
        let sample = try await SampleIngestion.authorised(minBody: Self.limit)
        _ = try await sample.answer(to: Self.request(Self.paths[1], isDummy: false, size: Self.limit - 1))
        #expect(try await sample.isLive())
        #expect(sample.accepted.contents.isEmpty)
    }
}
