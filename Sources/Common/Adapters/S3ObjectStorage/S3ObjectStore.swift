import Crypto
package import ExposurePrimitives
package import HTTPTransport
package import Persistence
import WireFormat

/// Objects in a bucket of a server with the S3 interface.
///
/// Each object has the SHA-256 of its bytes in its metadata. Reads check the bytes with it, and it is the revision.
package struct S3ObjectStore: ObjectStore {
    let location: S3Location
    let limits: S3Limits
    let connection: S3Connection
    private let reads: SharedReads<[UInt8]?>
    private let revisions: SharedReads<ObjectRevision?>
    private let slots: ReadSlots

    /// Opens no connection yet.
    ///
    /// - Parameters:
    ///   - trust: the authorities that are trusted for an https URL.
    ///   - clock: signatures have its time.
    package init(
        at location: S3Location,
        credentials: S3Credentials,
        trust: ServerTrust,
        clock: any WallClock,
        limits: S3Limits = S3Limits(),
        retry: S3Retry = .system
    ) {
        let start = ContinuousClock.now
        self.init(
            at: location,
            credentials: credentials,
            exchange: HTTPS3Exchange(server: location.server, trust: trust, timeout: limits.timeout),
            clock: clock,
            limits: limits,
            retry: retry,
            uptime: { start.duration(to: .now) }
        )
    }

    init(
        at location: S3Location,
        credentials: S3Credentials,
        exchange: any S3Exchange,
        clock: any WallClock,
        limits: S3Limits,
        retry: S3Retry,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.location = location
        self.limits = limits
        connection = S3Connection(
            signer: S3Signer(credentials: credentials, region: location.region),
            host: location.server.authority,
            exchange: exchange,
            retry: retry,
            clock: clock
        )
        reads = SharedReads(life: .zero, uptime: uptime)
        revisions = SharedReads(life: limits.revisionLife, uptime: uptime)
        slots = ReadSlots(count: limits.maxReads)
    }

    package func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        guard bytes.count <= limits.maxObjectSize else {
            throw ObjectStorageError(reason: "store \(name): it has more than \(limits.maxObjectSize) bytes")
        }
        // Reads that began before may have the old bytes.
        defer { forget(name) }
        if bytes.count > limits.partSize {
            try await putParts(bytes, as: name)
        } else {
            let request = S3Request(
                method: .put,
                path: location.path(location.key(of: name)),
                headers: [
                    ("content-md5", S3Digest.md5(bytes)), ("content-type", Self.contentType),
                    (S3Digest.header, S3Digest.sha256(bytes)),
                ],
                body: bytes
            )
            try await connection.perform(request, to: "store \(name)") { _ in }
        }
    }

    package func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        try await reads.value(of: name) { () async throws(ObjectStorageError) -> [UInt8]? in
            try await slots.with { () async throws(ObjectStorageError) -> [UInt8]? in try await read(name) }
        }
    }

    /// The digest of the bytes. It may be up to a second old if another process has stored the object.
    package func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
        try await revisions.value(of: name) { () async throws(ObjectStorageError) -> ObjectRevision? in
            let request = S3Request(method: .head, path: location.path(location.key(of: name)))
            do throws(S3Failure) {
                return try await connection.value(of: request) { answer throws(S3Failure) in
                    guard let tag = answer.header(S3Digest.header) ?? answer.header("etag"), !tag.isEmpty else {
                        throw .senseless
                    }
                    return ObjectRevision(tag)
                }
            } catch .refused(404, _) {
                return nil
            } catch {
                throw ObjectStorageError(reason: "look at \(name): \(error)")
            }
        }
    }

    package func delete(_ name: ObjectName) async throws(ObjectStorageError) {
        defer { forget(name) }
        let request = S3Request(method: .delete, path: location.path(location.key(of: name)))
        do throws(S3Failure) {
            try await connection.value(of: request) { _ in }
        } catch .refused(_, .noSuchKey) {
            // It is gone, as wanted.
        } catch {
            throw ObjectStorageError(reason: "delete \(name): \(error)")
        }
    }

    private func read(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        let request = S3Request(method: .get, path: location.path(location.key(of: name)))
        do throws(S3Failure) {
            return try await connection.value(of: request, maxSize: limits.maxObjectSize) { answer throws(S3Failure) in
                guard S3Digest.fits(answer) else {
                    throw .damaged
                }
                return answer.body
            }
        } catch .refused(_, .noSuchKey) {
            return nil
        } catch {
            throw ObjectStorageError(reason: "read \(name): \(error)")
        }
    }

    private func forget(_ name: ObjectName) {
        reads.forget(name)
        revisions.forget(name)
    }

    /// Phones get objects from our own server, which knows what they are. The bucket does not.
    static let contentType = "application/octet-stream"
}
