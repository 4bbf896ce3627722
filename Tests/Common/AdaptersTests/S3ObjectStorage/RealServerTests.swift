import ExposurePrimitives
import Foundation
import HTTPTransport
import StoreConformance
import Testing
import WireFormat

@testable import S3ObjectStorage

/// The suite on a server of others. `Tests/BlackBox/common/object_storage.py` starts the server, and runs this.
@Suite(
    "Objects on a real server",
    .enabled(if: RealServer.url != nil, "Tests/BlackBox/common/object_storage.py runs these")
)
struct RealServerTests {
    @Test("conform to the port")
    func conforms() async throws {
        let server = try RealServer()
        let conformance = ObjectStoreConformance { try server.store(under: UUID().uuidString) }
        #expect(await conformance.violations() == [])
    }

    @Test("objects in parts are read as they were stored, and leave nothing unfinished")
    func parts() async throws {
        let store = try RealServer().store(under: UUID().uuidString)
        let name = try S3Samples.name("large")
        // Without the last byte, the second part would be missing.
        for count in [S3Limits().partSize, S3Limits().partSize + 1] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try await store.put(bytes, as: name)
            #expect(try await store.get(name) == bytes)
        }
        try await store.deleteUnfinished()
    }

    @Test("another secret is refused, and the reason says what to correct")
    func otherSecret() async throws {
        let store = try RealServer().store(under: "other", secret: "not-the-secret")
        await #expect {
            try await store.put([1], as: S3Samples.name("a"))
        } throws: { error in
            "\(error)".contains("secret key") && !"\(error)".contains("not-the-secret")
        }
    }
}

/// The server that the environment names.
struct RealServer {
    static let url = ProcessInfo.processInfo.environment["AVVISO_S3_ENDPOINT"]

    private let url: ServerURL

    init() throws { url = try #require(Self.url.flatMap { ServerURL($0) }) }

    func store(under prefix: String, secret: String = "test-secret-key") throws -> S3ObjectStore {
        S3ObjectStore(
            at: S3Location(
                server: url,
                region: S3Samples.region,
                bucket: try #require(S3BucketName("avviso-test")),
                prefix: try S3Samples.name(prefix)
            ),
            credentials: try #require(S3Credentials(accessKey: "TESTKEY".utf8, secret: SecretBytes(secret.utf8))),
            trust: .system,
            clock: PresentClock(),
            retry: S3Retry(
                attempts: 12,
                shortestPause: .milliseconds(1),
                fraction: { .random(in: 0...1) },
                wait: { try await Task.sleep(for: $0) }
            )
        )
    }

    private struct PresentClock: WallClock {
        func now() -> UnixTime { UnixTime(Int64(Date().timeIntervalSince1970)) }
    }
}
