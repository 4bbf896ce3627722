package import HTTPTypes
package import NIOCore
import WireFormat

/// A handler's answer. The kit adds Date, Content-Length, Connection and the padding of cover traffic itself, and drops
/// such fields from `headers`.
package struct ServiceResponse: Sendable {
    package var status: Int
    package var headers: HTTPFields
    package var body: Body

    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A prepared body, which an answer does not copy.
        case buffer(ByteBuffer)

        package var count: Int {
            switch self {
            case .none: 0
            case .bytes(let bytes): bytes.count
            case .buffer(let buffer): buffer.readableBytes
            }
        }
    }

    package init(status: Int, headers: HTTPFields = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer without a body.
    package static func empty(_ status: Int, cacheControl: CacheControl = .noStore) -> ServiceResponse {
        ServiceResponse(status: status, headers: [.cacheControl: cacheControl.value])
    }

    /// `bytes` as JSON in UTF-8.
    package static func json(
        _ bytes: [UInt8],
        status: Int = 200,
        cacheControl: CacheControl = .noStore
    ) -> ServiceResponse {
        ServiceResponse(
            status: status,
            headers: [.contentType: MediaType.json.text, .cacheControl: cacheControl.value],
            body: .bytes(bytes)
        )
    }
}

/// The caches that may keep an answer, and for how long.
package enum CacheControl: Hashable, Sendable {
    case noStore
    /// Any cache, for this many seconds.
    case `public`(maxAge: Int)

    package var value: String {
        switch self {
        case .noStore: "no-store"
        case .public(let maxAge): "public, max-age=\(maxAge)"
        }
    }
}
