import ExposurePrimitives
package import Persistence

/// What the bucket holds, page by page.
extension S3ObjectStore {
    /// Names of others in the bucket are left out.
    package func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
        let prefix = location.keyPrefix(under: folder)
        var names: [ObjectName] = []
        var token: String?
        for _ in 0..<limits.maxPages {
            var query = [
                (name: "list-type", value: "2"), ("encoding-type", "url"), ("max-keys", "1000"), ("prefix", prefix),
            ]
            if let token {
                query.append(("continuation-token", token))
            }
            let request = S3Request(method: .get, path: location.path(), query: query)
            let page = try await connection.perform(request, to: Self.listing) { answer throws(S3Failure) in
                guard let document = Self.document(answer, "ListBucketResult"), let page = ListingPage(document) else {
                    throw .senseless
                }
                return page
            }
            names += page.keys.compactMap(location.name)
            guard let next = page.next else {
                return names
            }
            guard next != token else {
                break
            }
            token = next
        }
        throw ObjectStorageError(reason: "\(Self.listing): the list does not end; use a bucket or prefix of its own")
    }

    /// Aborts the uploads that began so long ago that no writer can be at work. S3 would keep their parts, and bill
    /// them, for ever.
    package func deleteUnfinished() async throws(ObjectStorageError) {
        let prefix = location.keyPrefix(under: nil)
        let end = connection.clock.now().advanced(bySeconds: -limits.unfinishedLife)
        var marker: UploadPage.Marker?
        for _ in 0..<limits.maxPages {
            var query = [
                (name: "uploads", value: ""), ("encoding-type", "url"), ("max-uploads", "1000"), ("prefix", prefix),
            ]
            if let marker {
                query += [("key-marker", marker.key), ("upload-id-marker", marker.upload)]
            }
            let request = S3Request(method: .get, path: location.path(), query: query)
            let page = try await connection.perform(request, to: Self.cleanup) { answer throws(S3Failure) in
                guard let document = Self.document(answer, "ListMultipartUploadsResult"),
                    let page = UploadPage(document)
                else {
                    throw .senseless
                }
                return page
            }
            for upload in page.uploads where upload.start < end && location.name(ofKey: upload.key) != nil {
                try await abort(location.path(upload.key), upload: upload.id, Self.cleanup)
            }
            guard let next = page.next else {
                return
            }
            guard next != marker else {
                break
            }
            marker = next
        }
        throw ObjectStorageError(reason: "\(Self.cleanup): the list does not end; use a bucket or prefix of its own")
    }

    private static let listing = "list the bucket"
    private static let cleanup = "delete unfinished uploads"
}

/// A page of the keys in a bucket.
private struct ListingPage {
    let keys: [String]
    /// The token of the next page; nil for the last one.
    let next: String?

    /// Nil if something is missing.
    init?(_ document: S3Element) {
        let found = document.children("Contents").map { $0.text(of: "Key").flatMap(S3Escape.decode) }
        keys = found.compactMap(\.self)
        let isTruncated = document.text(of: "IsTruncated")
        next = isTruncated == "true" ? document.text(of: "NextContinuationToken") : nil
        guard keys.count == found.count, isTruncated == "false" || next?.isEmpty == false else {
            return nil
        }
    }
}

/// A page of the uploads that have no end yet.
private struct UploadPage {
    struct Upload {
        let key: String
        let id: String
        let start: UnixTime

        init?(_ element: S3Element) {
            guard let key = element.text(of: "Key").flatMap(S3Escape.decode), let id = element.text(of: "UploadId"),
                let start = element.text(of: "Initiated").flatMap(Self.time)
            else {
                return nil
            }
            (self.key, self.id, self.start) = (key, id, start)
        }

        /// Reads `2026-11-24T10:00:00.000Z`, with or without a fraction, to the second.
        private static func time(_ text: String) -> UnixTime? {
            let parts = text.split(separator: "T")
            guard parts.count == 2, let day = CalendarDay(iso: String(parts[0])) else {
                return nil
            }
            let clock = parts[1].prefix(8).split(separator: ":").compactMap { Int64($0) }
            guard clock.count == 3, (0..<24).contains(clock[0]), clock[1...].allSatisfy({ (0...60).contains($0) })
            else {
                return nil
            }
            return day.startInUTC.advanced(bySeconds: clock[0] * 3600 + clock[1] * 60 + clock[2])
        }
    }

    struct Marker: Equatable {
        let key: String
        let upload: String
    }

    let uploads: [Upload]
    /// The last upload of the page; nil if there is no other page.
    let next: Marker?

    /// Nil if something is missing.
    init?(_ document: S3Element) {
        let found = document.children("Upload").map(Upload.init)
        uploads = found.compactMap(\.self)
        guard uploads.count == found.count else {
            return nil
        }
        guard document.text(of: "IsTruncated") == "true" else {
            next = nil
            return
        }
        guard let key = document.text(of: "NextKeyMarker").flatMap(S3Escape.decode),
            let upload = document.text(of: "NextUploadIdMarker")
        else {
            return nil
        }
        next = Marker(key: key, upload: upload)
    }
}
