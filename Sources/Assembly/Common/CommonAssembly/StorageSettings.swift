import ExposurePrimitives
import Foundation
import HTTPTransport
import Persistence
import S3ObjectStorage
import ServiceKit
import WireFormat

/// The place of the published files, if it is a bucket with the S3 interface.
struct StorageSettings: Sendable {
    let location: S3Location
    private let accessKeyFile: String
    private let secretKeyFile: String
    /// The PEM file of the only trusted authorities; nil for those of the machine.
    private let trustRootFile: String?

    /// Nil if no setting of the bucket is set: then the files are in the data folder.
    init?(_ settings: SettingsReader) throws(SettingsError) {
        let (server, bucket) = (try settings.value(Self.endpoint), try settings.value(Self.bucket))
        let keys = (access: try settings.value(Self.accessKey), secret: try settings.value(Self.secretKey))
        let (prefix, trustRoot) = (try settings.value(Self.prefix), try settings.value(Self.trustRoot))
        // A forgotten endpoint must not put the files into the data folder.
        guard
            server != nil || bucket != nil || keys.access != nil || keys.secret != nil || prefix != nil
                || trustRoot != nil
        else {
            return nil
        }
        location = S3Location(
            server: try Self.required(server, Self.endpoint),
            region: try settings.value(Self.region),
            bucket: try Self.required(bucket, Self.bucket),
            prefix: prefix
        )
        accessKeyFile = try Self.required(keys.access, Self.accessKey)
        secretKeyFile = try Self.required(keys.secret, Self.secretKey)
        trustRootFile = trustRoot
    }

    /// Whether the files cross a network in clear.
    var isPlain: Bool {
        let authority = location.server.authority
        let address = ListenAddress(authority) ?? ListenAddress("\(authority):80")
        return location.server.text.hasPrefix("http://") && address?.isLoopback != true
    }

    /// Reads the files of the key, and opens no connection yet.
    func store(clock: any WallClock) throws -> S3ObjectStore {
        try PrivateFile.check(accessKeyFile)
        try PrivateFile.check(secretKeyFile)
        let (accessKey, secret) = (try Self.content(accessKeyFile), SecretBytes(try Self.content(secretKeyFile)))
        guard let credentials = S3Credentials(accessKey: accessKey, secret: secret) else {
            throw AssemblyError.notAnAccessKey
        }
        return S3ObjectStore(
            at: location,
            credentials: credentials,
            trust: try ServerTrust(roots: trustRootFile.map(Self.content)),
            clock: clock
        )
    }

    private static func content(_ path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw AssemblyError.unreadableStorageFile(path)
        }
        return Array(content)
    }

    private static func required<Value>(_ value: Value?, _ setting: Setting<Value?>) throws(SettingsError) -> Value {
        guard let value else {
            throw .missing(setting: setting.name, summary: setting.summary)
        }
        return value
    }
}

// MARK: - The settings

extension StorageSettings {
    private static let endpoint = Setting<ServerURL?>(
        "storage.s3.endpoint",
        default: .some(nil),
        summary: "The server with the S3 interface for the published files; without it they are in the data folder.",
        allowed: "http:// or https:// with host and port, or not set",
        parse: { ServerURL($0).map { .some($0) } },
        format: { $0?.text }
    )

    private static let bucket = Setting<S3BucketName?>(
        "storage.s3.bucket",
        default: .some(nil),
        summary: "The bucket of the published files; it must exist.",
        allowed: "3 to 63 small letters, digits, full stops and hyphens, or not set",
        parse: { S3BucketName($0).map { .some($0) } },
        format: { $0?.text }
    )

    private static let region = Setting<S3Region>(
        "storage.s3.region",
        default: S3Region("us-east-1"),
        summary: "The region of the bucket; servers that have none take the default.",
        allowed: "up to 64 small letters, digits and hyphens",
        parse: { S3Region($0) },
        format: \.text
    )

    private static let prefix = Setting<ObjectName?>(
        "storage.s3.prefix",
        default: .some(nil),
        summary: "The beginning of the names of all files in the bucket; each realm needs one of its own.",
        allowed: "a path of letters, digits, - and _ with up to \(S3Location.maxPrefixLength) bytes, or not set",
        parse: { text in
            ObjectName(text).flatMap { text.utf8.count <= S3Location.maxPrefixLength ? .some($0) : nil }
        },
        format: { $0?.description }
    )

    private static let accessKey = Setting.optionalText(
        "storage.s3.access-key-file",
        summary: "The file of the access key's identifier; only the server's user may read it."
    )

    private static let secretKey = Setting.optionalText(
        "storage.s3.secret-key-file",
        summary: "The file of the access key's secret; only the server's user may read it."
    )

    private static let trustRoot = Setting.optionalText(
        "storage.s3.trust-root",
        summary: "The PEM file of the authorities that vouch for the bucket's server; without it those of the machine."
    )

    static let catalogue = SettingsCatalogue([
        .init(endpoint), .init(bucket), .init(region), .init(prefix), .init(accessKey), .init(secretKey),
        .init(trustRoot),
    ])
}
