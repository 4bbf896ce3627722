import Crypto
import ExposurePrimitives
import HTTPTypes
package import ServiceKit
import WireFormat

/// A style sheet, script or sign that our own server serves. Its address changes with its content, so browsers may keep
/// it.
package struct PageAsset: Sendable {
    /// The purpose of the asset.
    package enum Kind: String, Sendable {
        case icon = "image/svg+xml"
        case style = "text/css; charset=utf-8"
        case script = "text/javascript; charset=utf-8"
    }

    package let kind: Kind
    private let path: StaticString
    private let bytes: [UInt8]
    let link: PageLink

    /// - Parameter path: the path at which the asset is served.
    package init(_ kind: Kind, at path: StaticString, _ parts: [UInt8]...) {
        self.kind = kind
        self.path = path
        bytes = Array(parts.joined(separator: "\n".utf8))
        link = .page(path, query: ["v": String(Hex.encode(SHA256.hash(data: bytes)).prefix(16))])
    }

    package var route: Route {
        .page(.get, "\(path)") { _ in
            var headers = Page.securityHeaders
            headers[.contentType] = kind.rawValue
            headers[.cacheControl] = CacheControl.public(maxAge: Self.maxAge).value
            return ServiceResponse(status: 200, headers: headers, body: .bytes(bytes))
        }
    }

    /// The seconds of a year.
    private static let maxAge = 31_536_000
}
