import HTTPTypes
import NIOCore
package import WireFormat

extension ServiceResponse {
    /// This answer, or the part of it that the request asks for (RFC 9110, 14.2).
    ///
    /// One range of bytes is served. A request for several gets the whole, as does one whose `If-Range` names another
    /// tag.
    package func ranged(_ tag: EntityTag, for request: ServiceRequest) -> ServiceResponse {
        var response = self
        guard status == 200 else {
            return response
        }
        response.headers[.acceptRanges] = "bytes"
        guard request.method == .get, request.headers[.ifRange].map({ $0 == tag.text }) != false,
            let range = request.headers[.range].flatMap({ ByteRange($0) })
        else {
            return response
        }
        let count = body.count
        guard let bounds = range.bounds(in: count) else {
            var refusal = ServiceResponse(status: 416, headers: response.headers)
            refusal.headers[.contentType] = nil
            refusal.headers[.contentRange] = "bytes */\(count)"
            return refusal
        }
        response.status = 206
        response.headers[.contentRange] = "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(count)"
        response.body = body.part(bounds)
        return response
    }
}

extension ServiceResponse.Body {
    /// The bytes within `bounds`, which are those of the body.
    fileprivate func part(_ bounds: Range<Int>) -> ServiceResponse.Body {
        switch self {
        case .none: .none
        case .bytes(let bytes): .bytes(Array(bytes[bounds]))
        case .buffer(let buffer):
            buffer.getSlice(at: buffer.readerIndex + bounds.lowerBound, length: bounds.count).map { .buffer($0) }
                ?? .none
        }
    }
}

/// One range of a `Range` field.
private struct ByteRange {
    private let first: Int?
    /// The last byte, or the number of last bytes if there is no first.
    private let last: Int?

    /// Nil for anything but one range of bytes.
    init?(_ field: String) {
        let prefix = "bytes="
        // The name of a unit has no case (RFC 9110, 14.1).
        guard field.prefix(prefix.count).lowercased() == prefix else {
            return nil
        }
        let parts = field.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
            let bounds = Self.bounds(parts[0], parts[1])
        else {
            return nil
        }
        (first, last) = bounds
    }

    /// The bytes of a content with `count` bytes; nil if it has none of them.
    func bounds(in count: Int) -> Range<Int>? {
        guard let first else {
            let length = min(last ?? 0, count)
            return length > 0 ? count - length..<count : nil
        }
        guard first < count else {
            return nil
        }
        return first..<min(last ?? count - 1, count - 1) + 1
    }

    /// Nil for no number at all, and for a range that ends before its beginning. A number that is too large for a
    /// machine is beyond every content.
    private static func bounds(_ first: Substring, _ last: Substring) -> (Int?, Int?)? {
        let from = first.isEmpty ? nil : Int(first) ?? .max
        let to = last.isEmpty ? nil : Int(last) ?? .max
        if let from, let to, to < from {
            return nil
        }
        return from == nil && to == nil ? nil : (from, to)
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }
}
