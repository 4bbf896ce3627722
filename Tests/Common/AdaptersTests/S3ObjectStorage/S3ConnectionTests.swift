import ExposureTesting
import Persistence
import Testing

@testable import S3ObjectStorage

@Suite("Requests that fail")
struct S3ConnectionTests {
    private static let digest = [("x-amz-meta-sha256", S3Digest.sha256([]))]

    /// Reads an object of no bytes.
    private func read(
        _ answers: [Result<S3Answer, S3Failure>],
        waits: WaitRecorder = WaitRecorder()
    ) async -> (outcome: Result<[UInt8]?, any Error>, requests: Int) {
        let exchange = PreparedExchange(answers)
        do {
            let found = try await S3Samples.store(on: exchange, waits: waits).get(S3Samples.name("a"))
            return (.success(found), exchange.requests.count)
        } catch {
            return (.failure(error), exchange.requests.count)
        }
    }

    @Test(
        "are sent again if a later attempt may succeed",
        arguments: [
            .failure(.unreachable), .failure(.untrusted), .failure(.timeout), .failure(.interrupted), .status(500),
            .status(503), .status(429), .error(503, "SlowDown"), .error(400, "RequestTimeout"), .status(200),
            .status(200, [("x-amz-meta-sha256", "0")]), .status(200, digest, "other bytes"),
            .status(404, [], "<html>Not found</html>"), .status(403),
        ] as [Result<S3Answer, S3Failure>]
    )
    func repeated(first: Result<S3Answer, S3Failure>) async throws {
        let whole = Result<S3Answer, S3Failure>.status(200, Self.digest)
        let (outcome, requests) = await read([first, first, first, first, whole])
        #expect(try outcome.get() == [])
        #expect(requests == 5)
        let (failed, all) = await read([first, first, first, first, first, whole])
        #expect(throws: ObjectStorageError.self) { try failed.get() }
        #expect(all == 5)
    }

    @Test(
        "are not sent again if that helps nobody, and the reason says what does",
        arguments: [
            (.error(403, "AccessDenied"), "allow the key"), (.error(403, "SignatureDoesNotMatch"), "secret key"),
            (.error(403, "InvalidAccessKeyId"), "access key"), (.error(403, "RequestTimeTooSkewed"), "clock"),
            (.error(404, "NoSuchBucket"), "bucket"), (.error(301, "PermanentRedirect"), "region"),
            (.error(418, "Unknown"), "418"),
            (.failure(.tooLarge(limit: 7)), "7 bytes"),
        ] as [(Result<S3Answer, S3Failure>, String)]
    )
    func final(answer: Result<S3Answer, S3Failure>, words: String) async throws {
        let (outcome, requests) = await read([answer, .status(200, Self.digest)])
        #expect(requests == 1)
        let error = #expect(throws: ObjectStorageError.self) { try outcome.get() }
        #expect(error?.description.contains(words) == true)
    }

    @Test("an answer's text is not repeated to the operator")
    func noForeignText() async {
        for code in S3RefusalCode.allCases.map(\.rawValue) + ["wJalrXUtnFEMI"] {
            let (outcome, _) = await read([.error(403, code), .error(403, code)])
            if case .failure(let error) = outcome {
                #expect(!"\(error)".contains("wJalr") && !"\(error)".contains("Message"))
            }
        }
    }

    @Test("wait longer each time, but not for ever")
    func pauses() async {
        let waits = WaitRecorder()
        _ = await read([], waits: waits)
        #expect(waits.waits == [100, 200, 400, 800].map { Duration.milliseconds($0) })
        let retry = S3Retry(fraction: { 1 }, wait: { _ in })
        #expect(retry.pause(before: 2, fraction: 1) == .milliseconds(200))
        #expect(retry.pause(before: 6, fraction: 1) == .milliseconds(3200))
        #expect(retry.pause(before: 7, fraction: 1) == .seconds(5))
        #expect(retry.pause(before: .max, fraction: 1) == .seconds(5))
        #expect(retry.pause(before: 2, fraction: 0) == .zero)
        #expect(retry.pause(before: 2, fraction: 7) == .milliseconds(200))
    }

    @Test("each attempt is signed anew")
    func signatures() async throws {
        let clock = ManualClock(S3Samples.noon)
        let exchange = PreparedExchange([.status(500), .status(204)])
        let store = S3ObjectStore(
            at: try S3Samples.location(),
            credentials: try #require(S3Samples.awsCredentials),
            exchange: exchange,
            clock: clock,
            limits: S3Samples.limits,
            retry: S3Retry(fraction: { 0 }, wait: { _ in clock.advance(bySeconds: 900) }),
            uptime: { .zero }
        )
        try await store.delete(S3Samples.name("a"))
        let dates = exchange.requests.map { request in request.headers.first { $0.name == "x-amz-date" }?.value }
        #expect(dates == ["20200708T120000Z", "20200708T121500Z"])
    }

    @Test("a cancelled task stops at once")
    func cancelled() async throws {
        let exchange = PreparedExchange([])
        let store = try S3Samples.store(on: exchange)
        let task = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            _ = try await store.get(S3Samples.name("a"))
        }
        await #expect(throws: ObjectStorageError.self) { try await task.value }
        #expect(exchange.requests.count == 1)
    }
}
