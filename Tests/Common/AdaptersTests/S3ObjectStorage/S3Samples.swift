import ExposurePrimitives
import ExposureTesting
import Persistence
import Testing
import WireFormat

@testable import S3ObjectStorage

/// Values that the tests share.
enum S3Samples {
    /// The key of AWS's examples.
    static let awsCredentials = S3Credentials(
        accessKey: "AKIAIOSFODNN7EXAMPLE".utf8,
        secret: SecretBytes("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".utf8)
    )

    static let region: S3Region = {
        guard let region = S3Region("us-east-1") else {
            preconditionFailure("the region of the examples is one")
        }
        return region
    }()

    static let noon = UnixTime(1_594_209_600)

    static func location(prefix: String? = nil) throws -> S3Location {
        S3Location(
            server: try #require(ServerURL("http://127.0.0.1:9000")),
            region: region,
            bucket: try #require(S3BucketName("bucket")),
            prefix: try prefix.map { try #require(ObjectName($0)) }
        )
    }

    /// Small parts and pages, so that a test needs few bytes.
    static var limits: S3Limits {
        var limits = S3Limits()
        limits.maxObjectSize = 4 << 20
        limits.partSize = 100_000
        return limits
    }

    static func name(_ text: String) throws -> ObjectName { try #require(ObjectName(text)) }

    /// A store that never waits.
    static func store(
        on exchange: any S3Exchange,
        prefix: String? = nil,
        limits: S3Limits = limits,
        clock: any WallClock = ManualClock(noon),
        attempts: Int = 5,
        waits: WaitRecorder = WaitRecorder(),
        uptime: @escaping @Sendable () -> Duration = { .zero }
    ) throws -> S3ObjectStore {
        S3ObjectStore(
            at: try location(prefix: prefix),
            credentials: try #require(awsCredentials),
            exchange: exchange,
            clock: clock,
            limits: limits,
            retry: S3Retry(attempts: attempts, fraction: { 0.5 }, wait: { waits.record($0) }),
            uptime: uptime
        )
    }
}
