package import Persistence
package import WireFormat

/// The place of a store's objects: a bucket of a server with the S3 interface, and the names in it.
package struct S3Location: Hashable, Sendable {
    package let server: ServerURL
    package let region: S3Region
    package let bucket: S3BucketName
    /// The names of the store's objects in the bucket are under this one. Nil if the bucket belongs to the store.
    package let prefix: ObjectName?

    /// The maximum length of a prefix in bytes. A key of S3 has at most 1024 bytes, and the name of an object needs 512
    /// of them.
    package static let maxPrefixLength = 256

    /// - Parameter prefix: at most ``maxPrefixLength`` bytes.
    package init(server: ServerURL, region: S3Region, bucket: S3BucketName, prefix: ObjectName?) {
        self.server = server
        self.region = region
        self.bucket = bucket
        self.prefix = prefix
    }

    /// The key of an object in the bucket.
    func key(of name: ObjectName) -> String {
        prefix.map { "\($0)/\(name)" } ?? name.description
    }

    /// The beginning of the keys of all objects under `folder`.
    func keyPrefix(under folder: ObjectName?) -> String {
        [prefix, folder].compactMap(\.self).map { "\($0)/" }.joined()
    }

    /// The name of the object with this key; nil for a foreign one.
    func name(ofKey key: String) -> ObjectName? {
        let start = keyPrefix(under: nil)
        return key.hasPrefix(start) ? ObjectName(String(key.dropFirst(start.count))) : nil
    }

    /// Whether the two stores could read or delete each other's objects.
    package func overlaps(_ other: S3Location) -> Bool {
        let (own, others) = (keyPrefix(under: nil), other.keyPrefix(under: nil))
        return server == other.server && bucket == other.bucket && (own.hasPrefix(others) || others.hasPrefix(own))
    }

    /// The path of the bucket, or of an object in it. The bucket is in the path, because a server at an address of its
    /// own has no host name for each bucket.
    func path(_ key: String? = nil) -> String {
        key.map { "/\(bucket.text)/\($0)" } ?? "/\(bucket.text)"
    }
}

/// The name of a bucket.
package struct S3BucketName: Hashable, Sendable {
    package let text: String

    /// Nil unless `text` has 3 to 63 characters: small letters, digits, `.` and `-`, with a letter or digit at both
    /// ends (Amazon S3 User Guide, "General purpose bucket naming rules").
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (3...63).contains(bytes.count), let first = bytes.first, let last = bytes.last,
            bytes.allSatisfy({ $0.isSmallLetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }),
            first.isSmallLetterOrDigit, last.isSmallLetterOrDigit
        else {
            return nil
        }
        self.text = text
    }
}

/// The name of the region that requests are signed for.
package struct S3Region: Hashable, Sendable {
    package let text: String

    /// Nil unless `text` has 1 to 64 characters: small letters, digits and `-`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...64).contains(bytes.count),
            bytes.allSatisfy({ $0.isSmallLetterOrDigit || $0 == UInt8(ascii: "-") })
        else {
            return nil
        }
        self.text = text
    }
}

extension UInt8 {
    fileprivate var isSmallLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
