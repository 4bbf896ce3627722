package import PhonePorts
import WireFormat

/// The size of a request as HTTP/1.1 sends it, counted again from its text.
package enum WireSize {
    package static func of(_ request: PhoneRequest, authority: String) -> Int {
        let head =
            "\(request.method.rawValue) \(request.target) HTTP/1.1\r\nHost: \(authority)\r\n"
            + request.headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        return head.utf8.count + request.body.count
    }
}
