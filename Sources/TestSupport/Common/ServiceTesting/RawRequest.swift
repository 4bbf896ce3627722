/// Requests as raw text, for ``RawHTTP``.
package enum RawRequest {
    /// - Parameter headers: Header lines without their line ends.
    package static func get(_ target: String, headers: [String] = [], method: String = "GET") -> String {
        text("\(method) \(target)", headers)
    }

    /// - Parameter headers: Header lines without their line ends; `Content-Length` is added.
    package static func post(_ target: String, headers: [String] = [], body: String = "") -> String {
        text("POST \(target)", headers + ["Content-Length: \(body.utf8.count)"]) + body
    }

    /// A POST of JSON.
    package static func postJSON(_ target: String, headers: [String] = [], body: String) -> String {
        post(target, headers: ["Content-Type: application/json; charset=utf-8"] + headers, body: body)
    }

    private static func text(_ methodAndTarget: String, _ headers: [String]) -> String {
        "\(methodAndTarget) HTTP/1.1\r\n" + (["Host: localhost"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }
}
