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
    private static let path = "/v1/keys/index"

    @Test("before the first chunk there is no index")
    func none() async throws {
        try await SampleReporting.run(publishing: nil) { sample, ports async throws in
            _ = try await sample.plan()
            let answer = try await ports.get(Self.path)
            #expect(answer.status == 404)
            #expect(answer.text == #"{"error_code":1301,"message":"No batches found."}"#)
            #expect(answer["Cache-Control"] == nil)
        }
    }

    @Test(
        "with a chunk a day the index covers the chunks of the last fourteen days",
        arguments: [(1, 1), (10, 1), (14, 1), (15, 2), (20, 7)]
    )
    func daily(days: Int, oldest: Int) async throws {
        try await SampleReporting.run { sample, ports async throws in
            for _ in 1..<days {
                sample.clock.advance(bySeconds: SampleReporting.day)
                try await sample.publish()
            }
            let answer = try await ports.get(Self.path)
            #expect(answer.status == 200)
            #expect(answer.text == #"{"oldest":\#(oldest),"newest":\#(days)}"#)
            #expect(answer["Cache-Control"] == "public, max-age=1800")
            #expect(answer["Content-Type"] == "application/json; charset=utf-8")
        }
    }

    @Test("a chunk leaves the index and the offer fourteen days after its period, to the second")
    func expiry() async throws {
        try await SampleReporting.run { sample, ports async throws in
            sample.clock.advance(bySeconds: 14 * SampleReporting.day - 1)
            #expect(try await ports.get(Self.path).text == #"{"oldest":1,"newest":1}"#)
            let last = try await ports.get("/v1/keys/1")
            #expect(last.status == 200)
            #expect(last["Cache-Control"] == "public, max-age=1")
            sample.clock.advance(bySeconds: 1)
            #expect(try await ports.get(Self.path).text == #"{"error_code":1301,"message":"No batches found."}"#)
            let gone = try await ports.get("/v1/keys/1")
            #expect(gone.status == 404)
            #expect(gone.text == #"{"error_code":1300,"message":"Batch not found."}"#)
            #expect(gone["Cache-Control"] == nil)
        }
    }

    @Test("while the clock is held nothing leaves the offer, so no phone sees an index that it would refuse later")
    func heldClock() async throws {
        try await SampleReporting.run { sample, ports async throws in
            sample.clock.advance(bySeconds: 10 * SampleReporting.day)
            try await sample.publish()
            let now = sample.clock.now()
            for jump in [10 * SampleReporting.day, 1800 * SampleReporting.day, -30 * SampleReporting.day] {
                sample.clock.advance(bySeconds: jump)
                sample.clock.hold(since: now)
                #expect(try await ports.get(Self.path).text == #"{"oldest":1,"newest":2}"#)
                #expect(try await ports.get("/v1/keys/1").status == 200)
                sample.clock.set(now)
                sample.clock.trust()
            }
        }
    }

    @Test("a client with the current index gets 304, until the index changes")
    func notModified() async throws {
        try await SampleReporting.run { sample, ports async throws in
            let tag = try #require(try await ports.get(Self.path)["ETag"])
            let condition = ["If-None-Match: \(tag)"]
            let same = try await ports.get(Self.path, headers: condition)
            #expect(same.status == 304)
            #expect(same.body.isEmpty)
            #expect(same["ETag"] == tag)
            #expect(same["Cache-Control"] == "public, max-age=1800")
            try await sample.publish()
            let changed = try await ports.get(Self.path, headers: condition)
            #expect(changed.status == 200)
            #expect(changed.text == #"{"oldest":1,"newest":2}"#)
            #expect(changed["ETag"] != tag)
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
                    let answer = try await ports.get(Self.path)
                    let (fields, content) = (answer.headers, answer.body)
                    let message = MessageVerifier.Message(target: Self.path, fields: fields, content: content)
                    return try verifier.sequence(of: message, maxAge: 1800, now: clock.now())
                }
                #expect(try await ports.get(Self.path)["Signature"] == nil, "what is refused is not signed")
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
        try await SampleReporting.run { _, ports async throws in
            let head = try await ports.get(Self.path, method: "HEAD")
            #expect(head.status == 200)
            #expect(head["Content-Length"] == "23")
            for path in ["/v1/keys/index", "/v1/keys/1"] {
                try await RawHTTP.exchange(port: ports.public, RawRequest.post(path)).expect(.wrongMethod)
                let inside = try await RawHTTP.exchange(port: ports.internal, RawRequest.get(path))
                #expect(inside.status == 404)
            }
            for path in ["/v0/keys/index", "/v1/keys", "/v1/keys/", "/v1/keys/index/", "/v1/keys/1/2"] {
                try await ports.get(path).expect(.unknownRoute, "\(path)")
            }
        }
    }
}
