/// A request to a server with the S3 interface, before it is signed.
struct S3Request: Sendable {
    enum Method: String {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    let method: Method
    /// The path without escapes.
    let path: String
    /// Names and values without escapes; the value of a name alone is empty.
    var query: [(name: String, value: String)] = []
    /// All of them are signed. Their names have small letters.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    /// The escaped path and query, as they are signed and sent.
    var target: String {
        query.isEmpty ? escapedPath : "\(escapedPath)?\(escapedQuery)"
    }

    var escapedPath: String { S3Escape.encode(path, keepingSlash: true) }

    /// The query with its names in order.
    var escapedQuery: String {
        query.map { (S3Escape.encode($0.name), S3Escape.encode($0.value)) }
            .sorted { $0 < $1 }
            .map { "\($0)=\($1)" }
            .joined(separator: "&")
    }
}

/// A request with its signature.
struct SignedS3Request: Sendable {
    let method: S3Request.Method
    let target: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
}

/// A server's whole answer.
struct S3Answer: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// The value of the first field with this name, which is compared without case.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }
}

/// The escapes of URLs, as signatures need them ("UriEncode" in Amazon S3 API Reference, "Signature Calculations for
/// the Authorization Header").
enum S3Escape {
    /// Everything but the unreserved characters of RFC 3986 becomes `%XX` with capital digits.
    static func encode(_ text: String, keepingSlash: Bool = false) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || (keepingSlash && byte == UInt8(ascii: "/")) {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The text that was escaped. Nil for a broken escape, or for bytes that are not UTF-8.
    static func decode(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
