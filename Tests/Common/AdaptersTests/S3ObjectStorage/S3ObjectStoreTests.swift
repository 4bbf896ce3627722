import ExposureTesting
import Persistence
import StoreConformance
import Synchronization
import Testing

@testable import S3ObjectStorage

@Suite("Objects in a bucket")
struct S3ObjectStoreTests {
    private let clock = ManualClock(S3Samples.noon)
    private let server: EmulatedS3
    private let store: S3ObjectStore
    private let name: ObjectName

    init() throws {
        server = EmulatedS3(clock: clock)
        store = try S3Samples.store(on: server)
        name = try S3Samples.name("a")
    }

    @Test("conform to the port, in the whole bucket and under a prefix", arguments: [nil, "avviso/it"])
    func conforms(prefix: String?) async {
        let conformance = ObjectStoreConformance { [clock] in
            try S3Samples.store(on: EmulatedS3(clock: clock, pageSize: 7), prefix: prefix, clock: clock)
        }
        #expect(await conformance.violations() == [])
    }

    @Test("conform while a tenth of all requests fails", arguments: [1, 2, 3] as [UInt64])
    func conformsWithFaults(seed: UInt64) async {
        let servers = Mutex<[EmulatedS3]>([])
        let conformance = ObjectStoreConformance { [clock] in
            let server = EmulatedS3(clock: clock, faultShare: 0.1, seed: seed)
            servers.withLock { $0.append(server) }
            return try S3Samples.store(on: server, clock: clock, attempts: 20)
        }
        #expect(await conformance.violations() == [])
        #expect(servers.withLock { $0.reduce(0) { $0 + $1.faults } } > 50)
    }

    @Test("the conformance checks find that faults are not answered with other attempts")
    func faultsAreFound() async {
        let conformance = ObjectStoreConformance { [clock] in
            try S3Samples.store(on: EmulatedS3(clock: clock, faultShare: 0.1), clock: clock, attempts: 1)
        }
        #expect(await conformance.violations() != [])
    }

    @Test(
        "a size up to that of a part needs one request, a larger one several",
        arguments: [100_000, 100_001, 250_000]
    )
    func parts(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try await store.put(bytes, as: name)
        #expect(server.count(of: .put) == (count + 99_999) / 100_000)
        #expect(server.count(of: .post) == (count > 100_000 ? 2 : 0))
        #expect(try await store.get(name) == bytes)
        #expect(server.uploads.isEmpty)
    }

    @Test("an object has at most the maximum size")
    func maxSize() async throws {
        var limits = S3Samples.limits
        (limits.maxObjectSize, limits.partSize) = (1000, 400)
        let store = try S3Samples.store(on: server, limits: limits)
        try await store.put([UInt8](repeating: 1, count: 1000), as: name)
        #expect(try await store.get(name)?.count == 1000)
        let tooLarge = [UInt8](repeating: 1, count: 1001)
        await #expect(throws: ObjectStorageError.self) { try await store.put(tooLarge, as: name) }
        server.place(tooLarge, at: "a")
        await #expect(throws: ObjectStorageError(reason: "read a: the answer has more than 1000 bytes")) {
            _ = try await store.get(name)
        }
    }

    private static let begun = Result<S3Answer, S3Failure>.status(
        200,
        [],
        "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
    )
    private static let part = Result<S3Answer, S3Failure>.status(200, [("etag", "\"1\"")])

    @Test("an upload that fails is given up, and leaves the old object")
    func givenUp() async throws {
        let bytes = [UInt8](repeating: 1, count: 250_000)
        let exchange = PreparedExchange([Self.begun, Self.part, .error(403, "AccessDenied"), .status(204)])
        await #expect(throws: ObjectStorageError.self) { try await S3Samples.store(on: exchange).put(bytes, as: name) }
        let last = try #require(exchange.requests.last)
        #expect(last.method == .delete && last.target == "/bucket/a?uploadId=u")
    }

    @Test("an upload whose last answer was lost is stored if the object has its bytes")
    func lostAnswer() async throws {
        let bytes = [UInt8](repeating: 1, count: 150_000)
        let (own, other) = (S3Digest.sha256(bytes), S3Digest.sha256([1]))
        for (digest, isStored) in [(own, true), (other, false)] {
            let exchange = PreparedExchange([
                Self.begun, Self.part, Self.part, .failure(.timeout),
                .error(404, "NoSuchUpload"), .status(200, [("x-amz-meta-sha256", digest)]), .error(404, "NoSuchUpload"),
            ])
            let store = try S3Samples.store(on: exchange)
            #expect(((try? await store.put(bytes, as: name)) != nil) == isStored)
        }
    }

    @Test("an error in the answer to a completed upload is one, whatever the status")
    func lateError() async throws {
        let exchange = PreparedExchange([
            Self.begun, Self.part, Self.part, .error(200, "InternalError"),
            .status(200, [], "<CompleteMultipartUploadResult/>"),
        ])
        try await S3Samples.store(on: exchange).put([UInt8](repeating: 1, count: 150_000), as: name)
        #expect(exchange.requests.count == 5)
    }

    @Test("an object of others is read if its entity tag fits its bytes")
    func foreignObjects() async throws {
        let store = try S3Samples.store(on: server, attempts: 1)
        server.place([1, 2, 3], at: "a")
        #expect(try await store.get(name) == [1, 2, 3])
        #expect(try await store.revision(of: name) != nil)
        for tag in ["\"0123\"", "\"5289df737df57326fcdd22597afb1fac-1\"", ""] {
            server.place([1, 2, 3], at: "a", tag: tag)
            await #expect(throws: ObjectStorageError.self) { _ = try await store.get(name) }
        }
    }

    @Test("names of others in the bucket are left out")
    func foreignNames() async throws {
        for key in ["other/a", "avviso", "avviso/a b", "avviso/ü/%/&", "avviso/../a", "avvisoa"] {
            server.place([1], at: key)
        }
        let store = try S3Samples.store(on: server, prefix: "avviso")
        try await store.put([1], as: name)
        #expect(try await store.names() == [name])
    }

    @Test("a list that does not end is an error")
    func endlessList() async throws {
        func list(_ isTruncated: Bool, _ next: String = "") -> Result<S3Answer, S3Failure> {
            .status(200, [], "<ListBucketResult><IsTruncated>\(isTruncated)</IsTruncated>\(next)</ListBucketResult>")
        }
        func page(_ token: String) -> Result<S3Answer, S3Failure> {
            list(true, "<NextContinuationToken>\(token)</NextContinuationToken>")
        }
        let last = list(false)
        var limits = S3Samples.limits
        limits.maxPages = 3
        let read = { (answers: [Result<S3Answer, S3Failure>]) in
            try await S3Samples.store(on: PreparedExchange(answers), limits: limits).names()
        }
        #expect(try await read([page("1"), page("2"), last]) == [])
        await #expect(throws: ObjectStorageError.self) { _ = try await read([page("1"), page("2"), page("3"), last]) }
        await #expect(throws: ObjectStorageError.self) { _ = try await read([page("1"), page("1"), last]) }
    }

    @Test("an incomplete list is an error, and not a short one")
    func incompleteList() async throws {
        for body in [
            "", "<ListBucketResult></ListBucketResult>", "<Other><IsTruncated>false</IsTruncated></Other>",
            "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
            "<ListBucketResult><IsTruncated>false</IsTruncated><Contents/></ListBucketResult>",
        ] {
            let exchange = PreparedExchange([.status(200, [], body)])
            await #expect(throws: ObjectStorageError.self, "\(body)") {
                _ = try await S3Samples.store(on: exchange, attempts: 1).names()
            }
        }
    }

    @Test("unfinished uploads are deleted after a day, not earlier, and none of others")
    func unfinished() async throws {
        let server = EmulatedS3(clock: clock, pageSize: 2)
        let store = try S3Samples.store(on: server, prefix: "avviso", clock: clock)
        let begin = { (key: String) in
            let request = SignedS3Request(method: .post, target: "/bucket/\(key)?uploads=", headers: [], body: [])
            _ = try await server.answer(to: request, maxSize: 1000)
        }
        for key in ["avviso/a", "avviso/b", "avviso/b", "avviso/c", "other/a"] {
            try await begin(key)
        }
        clock.advance(bySeconds: 1)
        try await begin("avviso/late")
        clock.advance(bySeconds: 86_399)
        try await store.deleteUnfinished()
        #expect(server.uploads.count == 6)
        clock.advance(bySeconds: 1)
        try await store.deleteUnfinished()
        #expect(Set(server.uploads.values.map(\.key)) == ["other/a", "avviso/late"])
        clock.advance(bySeconds: 1)
        try await store.deleteUnfinished()
        #expect(Set(server.uploads.values.map(\.key)) == ["other/a"])
    }

    @Test("a revision is asked for once in a second, and after a writing at once")
    func revisions() async throws {
        let uptime = ManualUptime()
        let store = try S3Samples.store(on: server, uptime: { uptime.now })
        try await store.put([1], as: name)
        let first = try await store.revision(of: name)
        server.place([2], at: "a")
        uptime.advance(by: .milliseconds(999))
        #expect(try await store.revision(of: name) == first)
        #expect(server.count(of: .head) == 1)
        uptime.advance(by: .milliseconds(1))
        #expect(try await store.revision(of: name) != first)
        try await store.put([1], as: name)
        #expect(try await store.revision(of: name) == first)
        try await store.delete(name)
        #expect(try await store.revision(of: name) == nil)
        #expect(server.count(of: .head) == 4)
    }

    @Test("whoever asks for the same object at the same time shares one read")
    func sharedReads() async throws {
        try await store.put([1, 2, 3], as: name)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask { () async throws in #expect(try await store.get(name) == [1, 2, 3]) }
            }
            try await group.waitForAll()
        }
        #expect(server.count(of: .get) < 500)
    }
}
