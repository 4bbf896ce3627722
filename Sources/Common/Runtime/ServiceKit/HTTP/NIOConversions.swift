import HTTPTypes
import NIOHTTP1
import WireFormat

extension HTTPFields {
    /// Throws `malformed` for a field name that HTTP does not allow.
    init(_ headers: HTTPHeaders) throws(Refusal) {
        self.init()
        reserveCapacity(headers.count)
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else {
                throw .malformed
            }
            append(HTTPField(name: name, value: value))
        }
    }
}

extension HTTPRequest.Method {
    /// Throws `malformed` for a method that HTTP does not allow.
    init(_ method: HTTPMethod) throws(Refusal) {
        guard let method = HTTPRequest.Method(rawValue: method.rawValue) else {
            throw .malformed
        }
        self = method
    }
}

extension HTTPVersion {
    /// Whether it is a version without persistent connections by default.
    var isBefore1_1: Bool { (major, minor) < (1, 1) }
}
