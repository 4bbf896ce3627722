import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import ImmuniAPI
import ImmuniReporting
import Persistence
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@Suite("GET /v1/keys/{index}")
struct KeyChunkTests {
    private static let entityTag = "\"" + String(repeating: "01", count: 32) + "\""

    @Test("a chunk is served byte for byte as it was stored")
    func bytes() async throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try await SampleReporting.run(publishing: bytes) { _, ports async throws in
            for target in ["/v1/keys/1", "/v1/keys/1?any=thing"] {
                let answer = try await ports.get(target)
                #expect(answer.status == 200)
                #expect(answer["Content-Type"] == "application/zip")
                #expect(answer["ETag"] == Self.entityTag)
                #expect(answer.body == bytes)
            }
        }
    }

    /// Records the threads that read files.
    private final class ProbingStorage: ObjectStore {
        private let base: FileObjectStore
        private let places = Mutex<[Bool]>([])

        init(_ base: FileObjectStore) { self.base = base }

        var wasOnEventLoop: [Bool] { places.withLock { $0 } }

        func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
            places.withLock { $0.append(EventLoopProbe.isOnEventLoop) }
            return try await base.get(name)
        }

        func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {}
        func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
            try await base.revision(of: name)
        }

        func delete(_ name: ObjectName) async throws(ObjectStorageError) {}
        func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] { [] }
        func deleteUnfinished() async throws(ObjectStorageError) {}
    }

    @Test("reading a chunk from the disk does not block other connections")
    func reading() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            let probe = ProbingStorage(sample.files)
            let service = ExposureReportingService(chunks: sample.stores.chunks, files: probe, clock: sample.clock)
            try await withRunningHost([service], clock: sample.clock) { ports, _ async throws in
                #expect(try await ports.get("/v1/keys/1").status == 200)
            }
            #expect(probe.wasOnEventLoop == [false])
        }
    }

    @Test("caches may keep a chunk until it is retired, and never longer than fifteen days")
    func maxAge() async throws {
        try await SampleReporting.run { sample, ports async throws in
            for (moved, maxAge) in [
                (0, 1_209_600), (1, 1_209_599), (14 * 86_400 - 2, 1), (-14 * 86_400 + 1, 1_209_600),
                (-86_400, 1_296_000), (-1, 1_296_000),
            ] as [(Int64, Int)] {
                sample.clock.advance(bySeconds: moved)
                let answer = try await ports.get("/v1/keys/1")
                #expect(answer["Cache-Control"] == "public, max-age=\(maxAge)")
            }
        }
    }

    @Test(
        "an index that is not 1 to 2^63-1 in plain digits is refused",
        arguments: [
            "0", "-1", "-23", "+1", "01", "00", "1.0", "1e3", "asd", "none", "12d", "d12", "0x1", "%201", "1%20",
            "%2B1", "1,2", "1%00", "%D9%A1", "%EF%BC%91", "9223372036854775808", "99999999999999999999999999", "Index",
            "%ff", "1%0A", "*",
        ]
    )
    func badIndex(index: String) async throws {
        try await SampleReporting.run { _, ports async throws in
            let answer = try await ports.get("/v1/keys/\(index)")
            answer.expect(.notCompliant)
            #expect(answer["Cache-Control"] == nil)
        }
    }

    @Test("a chunk that was never published is not found", arguments: ["2", "9223372036854775807", "1000000"])
    func unknown(index: String) async throws {
        try await SampleReporting.run { _, ports async throws in
            let answer = try await ports.get("/v1/keys/\(index)")
            #expect(answer.status == 404)
            #expect(answer.text == #"{"error_code":1300,"message":"Batch not found."}"#)
        }
    }

    @Test("a chunk that is planned and not published is not found")
    func planned() async throws {
        try await SampleReporting.run { sample, ports async throws in
            #expect(try await sample.plan().index == 2)
            #expect(try await ports.get("/v1/keys/2").status == 404)
            #expect(try await ports.get("/v1/keys/index").text == #"{"oldest":1,"newest":1}"#)
        }
    }

    @Test(
        "a client that has the chunk gets 304",
        arguments: [entityTag, "W/\(entityTag)", "*", "\"a\", \(entityTag)", "\"a\",\(entityTag)  , \"b\""]
    )
    func notModified(header: String) async throws {
        try await SampleReporting.run { _, ports async throws in
            for method in ["GET", "HEAD"] {
                let request = RawRequest.get("/v1/keys/1", headers: ["If-None-Match: \(header)"], method: method)
                let connection = try RawHTTP(port: ports.public)
                try await connection.send(request)
                let answer = try await connection.answer()
                #expect(answer.status == 304)
                #expect(answer["ETag"] == Self.entityTag)
                #expect(answer["Cache-Control"] == "public, max-age=1209600")
                // No body follows the header: the next answer on the connection is the next request's.
                try await connection.send(RawRequest.get("/v1/keys/2"))
                #expect(try await connection.answer().status == 404)
            }
        }
    }

    @Test(
        "a client that has another version gets the chunk",
        arguments: ["", "\"\"", "\"01\"", String(repeating: "01", count: 32), "w/\(entityTag)", "\"*\""]
    )
    func modified(header: String) async throws {
        try await SampleReporting.run { _, ports async throws in
            let answer = try await ports.get("/v1/keys/1", headers: ["If-None-Match: \(header)"])
            #expect(answer.status == 200)
            #expect(answer.text == "a chunk")
        }
    }

    @Test("HEAD has the headers of GET")
    func head() async throws {
        try await SampleReporting.run { _, ports async throws in
            let answer = try await ports.get("/v1/keys/1", method: "HEAD")
            #expect(answer.status == 200)
            #expect(answer["Content-Length"] == "7")
            #expect(answer["Content-Type"] == "application/zip")
            #expect(answer["ETag"] == Self.entityTag)
        }
    }

    @Test(
        "a missing or truncated file is answered 500 without detail, and never with other bytes",
        arguments: [true, false]
    )
    func damagedFile(isMissing: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            let file = folder.appending(path: "chunk-1.zip")
            if isMissing {
                try FileManager.default.removeItem(at: file)
            } else {
                try Data("a chun".utf8).write(to: file)
            }
            let log = LogCapture()
            try await sample.run(log: log) { ports async throws in
                let answer = try await ports.get("/v1/keys/1")
                answer.expect(.unknown)
                #expect(answer["ETag"] == nil && answer["Cache-Control"] == nil)
            }
            #expect(log.contains("MissingChunkFile"))
            #expect(!log.contains("chunk-1.zip"))
        }
    }

    @Test("a database that does not answer gives 503, and health reports it")
    func failingStore() async throws {
        try await TemporaryFolder.with { folder in
            let failing = SQLFault("fails", "FROM chunk", "FROM planted_table")
            let sample = try await SampleReporting(folder: folder, fault: failing)
            let log = LogCapture()
            try await sample.run(log: log) { ports async throws in
                for path in ["/v1/keys/index", "/v1/keys/1"] {
                    try await ports.get(path).expect(.unavailable)
                }
                #expect(try await ports.health() == 503)
            }
            #expect(log.contains("SQLite error 1"), "the cause is for the operator")
        }
    }
}
