import Crypto
import ExposurePrimitives
import Synchronization

@testable import S3ObjectStorage

/// A bucket in memory that answers as S3 does, and fails as often as a test wants.
///
/// It is written from the Amazon S3 API Reference, and not from our client.
/// `Tests/BlackBox/common/object_storage.py` runs the same suite against a server of others.
final class EmulatedS3: S3Exchange {
    /// What can go wrong with one request.
    enum Fault: CaseIterable {
        case failed, overloaded, lostRequest, lostAnswer, cutBody, otherBytes, otherTag
    }

    struct Upload {
        let key: String
        let headers: [(name: String, value: String)]
        let start: UnixTime
        var parts: [Int: [UInt8]] = [:]
    }

    struct Object {
        let bytes: [UInt8]
        let tag: String
        let digest: String?
    }

    struct State {
        var objects: [String: Object] = [:]
        var uploads: [String: Upload] = [:]
        var generator: SeededGenerator
        var faults = 0
        var requests: [S3Request.Method: Int] = [:]
        var number = 0
    }

    private let state: Mutex<State>
    private let clock: any WallClock
    /// The share of requests that fail, from 0 to 1.
    private let faultShare: Double
    private let pageSize: Int

    init(clock: any WallClock, faultShare: Double = 0, seed: UInt64 = 1, pageSize: Int = 1000) {
        (self.clock, self.faultShare, self.pageSize) = (clock, faultShare, pageSize)
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    var faults: Int { state.withLock { $0.faults } }
    var keys: Set<String> { state.withLock { Set($0.objects.keys) } }
    var uploads: [String: Upload] { state.withLock { $0.uploads } }

    func count(of method: S3Request.Method) -> Int { state.withLock { $0.requests[method] ?? 0 } }

    /// Puts an object there as others do, without our metadata.
    func place(_ bytes: [UInt8], at key: String, tag: String? = nil) {
        state.withLock { $0.objects[key] = Object(bytes: bytes, tag: tag ?? Self.tag(bytes), digest: nil) }
    }

    func answer(to request: SignedS3Request, maxSize: Int) async throws(S3Failure) -> S3Answer {
        // Others come in between, as on a network.
        await Task.yield()
        let fault = state.withLock { state -> Fault? in
            guard Double.random(in: 0..<1, using: &state.generator) < faultShare else {
                return nil
            }
            state.faults += 1
            return Fault.allCases.randomElement(using: &state.generator)
        }
        switch fault {
        case .failed: return S3Answer(status: 500, headers: [], body: [])
        case .overloaded: return Self.error(503, "SlowDown")
        case .lostRequest: throw .interrupted
        default: break
        }
        let answer = state.withLock { handle(request, &$0) }
        await Task.yield()
        guard answer.body.count <= maxSize else {
            throw .tooLarge(limit: maxSize)
        }
        switch fault {
        case .lostAnswer: throw .timeout
        case .cutBody: return S3Answer(status: answer.status, headers: answer.headers, body: answer.body.dropLast())
        case .otherBytes:
            let body = answer.body.first.map { [$0 ^ 1] + answer.body.dropFirst() } ?? [1]
            return S3Answer(status: answer.status, headers: answer.headers, body: Array(body))
        case .otherTag where request.method == .get || request.method == .head:
            let headers = answer.headers.map { $0.name == "ETag" ? ($0.name, "\"0\"") : $0 }
            return S3Answer(status: answer.status, headers: headers, body: answer.body)
        default: return answer
        }
    }
}

// MARK: - Requests

extension EmulatedS3 {
    private func handle(_ request: SignedS3Request, _ state: inout State) -> S3Answer {
        state.requests[request.method, default: 0] += 1
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let path = (S3Escape.decode(parts[0]) ?? "").split(separator: "/", maxSplits: 1).map(String.init)
        var query: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", omittingEmptySubsequences: false).map { S3Escape.decode(String($0)) }
            query[(sides[0] ?? "")] = sides.count > 1 ? sides[1] : ""
        }
        guard path.first == "bucket" else {
            return Self.error(404, "NoSuchBucket")
        }
        if path.count == 1 {
            return query["uploads"] == nil ? list(query, state) : listUploads(query, state)
        }
        if let sent = request.headers.first(where: { $0.name == "content-md5" })?.value,
            sent != Base64.encode(Array(Insecure.MD5.hash(data: request.body)))
        {
            return Self.error(400, "BadDigest")
        }
        if query["uploads"] != nil || query["uploadId"] != nil {
            return handleUpload(request, path[1], query, &state)
        }
        return handleObject(request, path[1], &state)
    }

    private func handleObject(_ request: SignedS3Request, _ key: String, _ state: inout State) -> S3Answer {
        switch request.method {
        case .put:
            let tag = Self.tag(request.body)
            state.objects[key] = Object(bytes: request.body, tag: tag, digest: Self.digest(request.headers))
            return S3Answer(status: 200, headers: [("ETag", tag)], body: [])
        case .delete:
            state.objects[key] = nil
            return S3Answer(status: 204, headers: [], body: [])
        case .get, .head, .post:
            guard let object = state.objects[key] else {
                let error = Self.error(404, "NoSuchKey")
                return request.method == .head ? S3Answer(status: 404, headers: [], body: []) : error
            }
            let digest = object.digest.map { [("x-amz-meta-sha256", $0)] } ?? []
            let body = request.method == .head ? [] : object.bytes
            return S3Answer(status: 200, headers: [("ETag", object.tag)] + digest, body: body)
        }
    }

    private func handleUpload(
        _ request: SignedS3Request,
        _ key: String,
        _ query: [String: String],
        _ state: inout State
    ) -> S3Answer {
        guard let id = query["uploadId"] else {
            state.number += 1
            let id = "upload \(state.number)/\(key)"
            state.uploads[id] = Upload(key: key, headers: request.headers, start: clock.now())
            return Self.document(
                "<InitiateMultipartUploadResult><UploadId>\(id)</UploadId></InitiateMultipartUploadResult>"
            )
        }
        guard let upload = state.uploads[id], upload.key == key else {
            return Self.error(404, "NoSuchUpload")
        }
        switch request.method {
        case .put:
            guard let number = query["partNumber"].flatMap({ Int($0) }) else {
                return Self.error(400, "InvalidArgument")
            }
            state.uploads[id]?.parts[number] = request.body
            return S3Answer(status: 200, headers: [("ETag", Self.tag(request.body))], body: [])
        case .delete:
            state.uploads[id] = nil
            return S3Answer(status: 204, headers: [], body: [])
        default:
            let named = (try? S3Element(parsing: request.body))?.children("Part") ?? []
            let tags = named.map { $0.text(of: "ETag") ?? "" }
            let parts = upload.parts.sorted { $0.key < $1.key }.map(\.value)
            let numbers = named.map { $0.text(of: "PartNumber") }
            guard tags == parts.map(Self.tag), numbers == parts.indices.map({ "\($0 + 1)" }) else {
                return Self.error(400, "InvalidPart")
            }
            state.uploads[id] = nil
            let (tag, digest) = ("\"0123-\(parts.count)\"", Self.digest(upload.headers))
            state.objects[key] = Object(bytes: parts.flatMap(\.self), tag: tag, digest: digest)
            return Self.document("<CompleteMultipartUploadResult><Key>\(key)</Key></CompleteMultipartUploadResult>")
        }
    }

    // MARK: - Listings

    private func list(_ query: [String: String], _ state: State) -> S3Answer {
        let start = query["continuation-token"] ?? ""
        let found = state.objects.keys.filter { $0.hasPrefix(query["prefix"] ?? "") && $0 > start }.sorted()
        let page = found.prefix(pageSize)
        let keys = page.map { "<Contents><Key>\(S3Escape.encode($0, keepingSlash: true))</Key></Contents>" }.joined()
        let last = found.count > page.count ? page.last : nil
        let next = last.map { "<NextContinuationToken>\($0)</NextContinuationToken>" }
        return Self.document(
            "<ListBucketResult><IsTruncated>\(next != nil)</IsTruncated>\(keys)\(next ?? "")</ListBucketResult>"
        )
    }

    private func listUploads(_ query: [String: String], _ state: State) -> S3Answer {
        let start = (query["key-marker"] ?? "", query["upload-id-marker"] ?? "")
        let found = state.uploads.filter { $0.value.key.hasPrefix(query["prefix"] ?? "") }
            .map { (key: $0.value.key, id: $0.key, start: $0.value.start) }
            .filter { ($0.key, $0.id) > start }
            .sorted { ($0.key, $0.id) < ($1.key, $1.id) }
        let page = found.prefix(pageSize)
        let uploads = page.map {
            "<Upload><Key>\($0.key)</Key><UploadId>\($0.id)</UploadId><Initiated>\($0.start)</Initiated></Upload>"
        }
        let last = found.count > page.count ? page.last : nil
        let next = last.map {
            "<NextKeyMarker>\($0.key)</NextKeyMarker><NextUploadIdMarker>\($0.id)</NextUploadIdMarker>"
        }
        return Self.document(
            "<ListMultipartUploadsResult><IsTruncated>\(next != nil)</IsTruncated>\(uploads.joined())\(next ?? "")"
                + "</ListMultipartUploadsResult>"
        )
    }

    // MARK: - Answers

    private static func document(_ text: String) -> S3Answer {
        S3Answer(status: 200, headers: [], body: Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(text)".utf8))
    }

    private static func error(_ status: Int, _ code: String) -> S3Answer {
        S3Answer(status: status, headers: [], body: Array("<Error><Code>\(code)</Code></Error>".utf8))
    }

    private static func tag(_ bytes: [UInt8]) -> String { "\"\(Hex.encode(Insecure.MD5.hash(data: bytes)))\"" }

    private static func digest(_ headers: [(name: String, value: String)]) -> String? {
        headers.first { $0.name == "x-amz-meta-sha256" }?.value
    }
}
