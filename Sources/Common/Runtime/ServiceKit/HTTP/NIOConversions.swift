import HTTPTypes
import NIOHTTP1
import WireFormat

extension HTTPFields {
    /// The fields whose names are kept. Throws `malformed` for a field name that HTTP does not allow.
    init(_ headers: HTTPHeaders, isKept: (HTTPField.Name) -> Bool = { _ in true }) throws(Refusal) {
        self.init()
        reserveCapacity(headers.count)
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else {
                throw .malformed
            }
            if isKept(name) {
                append(HTTPField(name: name, value: value))
            }
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
