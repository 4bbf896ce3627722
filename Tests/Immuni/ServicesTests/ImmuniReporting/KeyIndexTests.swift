import Crypto
import DiagnosisKeyStores
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniReporting
import KeyFiles
import MessageSignatures
import ServiceKit
import ServiceTesting
import Testing

@Suite("GET /v1/keys/index")
struct KeyIndexTests {
    private static func index(_ ports: BoundPorts) async throws -> RawAnswer {
        try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/index"))
    }

    @Test("before the first chunk there is no index")
    func none() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            _ = try await sample.plan()
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let answer = try await Self.index(ports)
                #expect(answer.status == 404)
                #expect(answer.text == #"{"error_code":1301,"message":"No batches found."}"#)
                #expect(answer["Cache-Control"] == nil)
            }
        }
    }

    @Test(
        "with a chunk a day the index covers the chunks of the last fourteen days",
        arguments: [(1, 1), (10, 1), (14, 1), (15, 2), (20, 7)]
    )
    func daily(days: Int, oldest: Int) async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            for _ in 1..<days {
                sample.clock.advance(bySeconds: SampleReporting.day)
                try await sample.publish()
            }
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let answer = try await Self.index(ports)
                #expect(answer.status == 200)
                #expect(answer.text == #"{"oldest":\#(oldest),"newest":\#(days)}"#)
                #expect(answer["Cache-Control"] == "public, max-age=1800")
                #expect(answer["Content-Type"] == "application/json; charset=utf-8")
            }
        }
    }

    @Test("a chunk leaves the index and the offer fourteen days after its period, to the second")
    func expiry() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                sample.clock.advance(bySeconds: 14 * SampleReporting.day - 1)
                #expect(try await Self.index(ports).text == #"{"oldest":1,"newest":1}"#)
                let last = try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/1"))
                #expect(last.status == 200)
                #expect(last["Cache-Control"] == "public, max-age=1")
                sample.clock.advance(bySeconds: 1)
                #expect(try await Self.index(ports).text == #"{"error_code":1301,"message":"No batches found."}"#)
                let gone = try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/1"))
                #expect(gone.status == 404)
                #expect(gone.text == #"{"error_code":1300,"message":"Batch not found."}"#)
                #expect(gone["Cache-Control"] == nil)
            }
        }
    }

    @Test("while the clock is held nothing leaves the offer, so no phone sees an index that it would refuse later")
    func heldClock() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            sample.clock.advance(bySeconds: 10 * SampleReporting.day)
            try await sample.publish()
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let now = sample.clock.now()
                for jump in [10 * SampleReporting.day, 1800 * SampleReporting.day, -30 * SampleReporting.day] {
                    sample.clock.advance(bySeconds: jump)
                    sample.clock.hold(since: now)
                    #expect(try await Self.index(ports).text == #"{"oldest":1,"newest":2}"#)
                    #expect(try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/1")).status == 200)
                    sample.clock.set(now)
                    sample.clock.trust()
                }
            }
        }
    }

    @Test("a client with the current index gets 304, until the index changes")
    func notModified() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let tag = try #require(try await Self.index(ports)["ETag"])
                let request = RawRequest.get("/v1/keys/index", headers: ["If-None-Match: \(tag)"])
                let same = try await RawHTTP.exchange(port: ports.public, request)
                #expect(same.status == 304)
                #expect(same.body.isEmpty)
                #expect(same["ETag"] == tag)
                #expect(same["Cache-Control"] == "public, max-age=1800")
                try await sample.publish()
                let changed = try await RawHTTP.exchange(port: ports.public, request)
                #expect(changed.status == 200)
                #expect(changed.text == #"{"oldest":1,"newest":2}"#)
                #expect(changed["ETag"] != tag)
            }
        }
    }

    @Test("with a key the index is signed, and its sequence grows when a chunk is added or removed")
    func signed() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            let keyFile = folder.appending(path: "key.pem")
            try SecretFile.write(P256.Signing.PrivateKey().pemRepresentation, to: keyFile)
            let key = try FileSigningKey(path: keyFile.path)
            let verifier = try MessageVerifier(keys: [MessageVerificationKey(pem: key.publicKeyPEM)])
            let service = ExposureReportingService(
                chunks: sample.stores.chunks,
                files: sample.files,
                clock: sample.clock,
                signer: ResponseSigner(key: key, clock: sample.clock)
            )
            let clock = sample.clock
            try await withRunningHost([service], clock: clock) { ports, _ async throws in
                func sequence() async throws -> Int64 {
                    let answer = try await Self.index(ports)
                    let message = MessageVerifier.Message(
                        target: "/v1/keys/index",
                        fields: answer.headers,
                        content: answer.body
                    )
                    return try verifier.sequence(of: message, maxAge: 1800, now: clock.now())
                }
                #expect(try await Self.index(ports)["Signature"] == nil, "what is refused is not signed")
                try await sample.publish()
                #expect(try await sequence() == 2)
                clock.advance(bySeconds: SampleReporting.day)
                try await sample.publish()
                #expect(try await sequence() == 3)
                clock.advance(bySeconds: 13 * SampleReporting.day)
                #expect(try await sequence() == 4)
            }
        }
    }

    @Test("HEAD has the headers of GET; other methods, paths and the internal listener do not know the index")
    func methods() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            try await sample.publish()
            try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
                let request = RawRequest.get("/v1/keys/index", method: "HEAD")
                let head = try await RawHTTP.exchange(port: ports.public, request, hasBody: false)
                #expect(head.status == 200)
                #expect(head["Content-Length"] == "23")
                for path in ["/v1/keys/index", "/v1/keys/1"] {
                    let post = try await RawHTTP.exchange(port: ports.public, RawRequest.post(path))
                    #expect(post.status == 405)
                    #expect(post.body == APIError.wrongMethod.body)
                    let inside = try await RawHTTP.exchange(port: ports.internal, RawRequest.get(path))
                    #expect(inside.status == 404)
                }
                for path in ["/v0/keys/index", "/v1/keys", "/v1/keys/", "/v1/keys/index/", "/v1/keys/1/2"] {
                    let answer = try await RawHTTP.exchange(port: ports.public, RawRequest.get(path))
                    #expect(answer.status == 404, "\(path)")
                    #expect(answer.body == APIError.unknownRoute.body)
                }
            }
        }
    }
}
