import HTTPTypes
import NIOHTTP1
import WireFormat

extension HTTPFields {
    /// Throws `malformedRequest` for a field name that HTTP does not allow.
    init(_ headers: HTTPHeaders) throws(APIError) {
        self.init()
        reserveCapacity(headers.count)
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else {
                throw .malformedRequest
            }
            append(HTTPField(name: name, value: value))
        }
    }
}

extension HTTPRequest.Method {
    /// Throws `malformedRequest` for a method that HTTP does not allow.
    init(_ method: HTTPMethod) throws(APIError) {
        guard let method = HTTPRequest.Method(rawValue: method.rawValue) else {
            throw .malformedRequest
        }
        self = method
    }
}

extension HTTPVersion {
    /// Whether it is a version without persistent connections by default.
    var isBefore1_1: Bool { (major, minor) < (1, 1) }
}
