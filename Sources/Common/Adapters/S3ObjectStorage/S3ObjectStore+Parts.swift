import Persistence

/// Large objects, in parts. The object appears when the upload is completed, or not at all.
extension S3ObjectStore {
    /// The end of an upload in parts.
    private enum Completion {
        case done
        /// There is no such upload: an earlier attempt, whose answer was lost, may have completed it.
        case unknown
    }

    func putParts(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        let (path, purpose) = (location.path(location.key(of: name)), "store \(name)")
        for _ in 0..<connection.retry.attempts where try await upload(bytes, to: path, purpose) {
            return
        }
        throw ObjectStorageError(reason: "\(purpose): others store it at the same time")
    }

    /// - Returns: false if nobody can tell whether the object had these bytes: another writer has stored others since.
    private func upload(_ bytes: [UInt8], to path: String, _ purpose: String) async throws(ObjectStorageError) -> Bool {
        let begin = S3Request(
            method: .post,
            path: path,
            query: [("uploads", "")],
            headers: [("content-type", Self.contentType), (S3Digest.header, S3Digest.sha256(bytes))]
        )
        let upload = try await connection.perform(begin, to: purpose) { answer throws(S3Failure) in
            guard let id = Self.document(answer, "InitiateMultipartUploadResult")?.text(of: "UploadId"),
                (1...1024).contains(id.utf8.count)
            else {
                throw .senseless
            }
            return id
        }
        do throws(ObjectStorageError) {
            let tags = try await send(bytes, to: path, upload: upload, purpose)
            switch try await complete(path, upload: upload, tags, purpose) {
            case .done: return true
            case .unknown: return try await isStored(bytes, at: path, purpose)
            }
        } catch {
            // If this fails too, `deleteUnfinished` does it later.
            try? await abort(path, upload: upload, purpose)
            throw error
        }
    }

    /// - Returns: the entity tags of the parts, in order.
    private func send(
        _ bytes: [UInt8],
        to path: String,
        upload: String,
        _ purpose: String
    ) async throws(ObjectStorageError) -> [String] {
        var tags: [String] = []
        for start in stride(from: 0, to: bytes.count, by: limits.partSize) {
            let part = Array(bytes[start..<min(start + limits.partSize, bytes.count)])
            let request = S3Request(
                method: .put,
                path: path,
                query: [("partNumber", "\(tags.count + 1)"), ("uploadId", upload)],
                headers: [("content-md5", S3Digest.md5(part))],
                body: part
            )
            tags.append(
                try await connection.perform(request, to: purpose) { answer throws(S3Failure) in
                    guard let tag = answer.header("etag"), (1...256).contains(tag.utf8.count) else {
                        throw .senseless
                    }
                    return tag
                }
            )
        }
        return tags
    }

    private func complete(
        _ path: String,
        upload: String,
        _ tags: [String],
        _ purpose: String
    ) async throws(ObjectStorageError) -> Completion {
        let parts = tags.enumerated().map { index, tag in
            "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(S3Element.escape(tag))</ETag></Part>"
        }
        let document =
            "<CompleteMultipartUpload xmlns=\"\(Self.namespace)\">\(parts.joined())</CompleteMultipartUpload>"
        let request = S3Request(
            method: .post,
            path: path,
            query: [("uploadId", upload)],
            headers: [("content-type", "application/xml")],
            body: Array(document.utf8)
        )
        do throws(S3Failure) {
            try await connection.value(of: request) { answer throws(S3Failure) in
                // The server begins to answer before it has joined the parts, so an error may come with status 200.
                guard Self.document(answer, "CompleteMultipartUploadResult") != nil else {
                    throw .busy(status: answer.status)
                }
            }
            return .done
        } catch .refused(_, .noSuchUpload) {
            return .unknown
        } catch {
            throw ObjectStorageError(reason: "\(purpose): \(error)")
        }
    }

    private func isStored(
        _ bytes: [UInt8],
        at path: String,
        _ purpose: String
    ) async throws(ObjectStorageError) -> Bool {
        let digest = S3Digest.sha256(bytes)
        do throws(S3Failure) {
            return try await connection.value(of: S3Request(method: .head, path: path)) { answer in
                answer.header(S3Digest.header) == digest
            }
        } catch .refused(404, _) {
            return false
        } catch {
            throw ObjectStorageError(reason: "\(purpose): \(error)")
        }
    }

    func abort(_ path: String, upload: String, _ purpose: String) async throws(ObjectStorageError) {
        let request = S3Request(method: .delete, path: path, query: [("uploadId", upload)])
        do throws(S3Failure) {
            try await connection.value(of: request) { _ in }
        } catch .refused(404, _) {
            // Somebody else ended it.
        } catch {
            throw ObjectStorageError(reason: "\(purpose): \(error)")
        }
    }

    /// The document of an answer; nil if it is another one.
    static func document(_ answer: S3Answer, _ name: String) -> S3Element? {
        guard let element = try? S3Element(parsing: answer.body), element.name == name else {
            return nil
        }
        return element
    }

    private static let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"
}
