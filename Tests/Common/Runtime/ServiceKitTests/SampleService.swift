import ServiceKit
import Testing
import WireFormat

/// A service made of whatever a test needs.
struct SampleService: HostedService {
    var name = "sample"
    var publicRoutes: [Route] = []
    var internalRoutes: [Route] = []
    var jobs: [PeriodicJob] = []
    var health: @Sendable () async throws -> Void = {}

    func checkHealth() async throws {
        try await health()
    }
}

struct PlannedFailure: Error {
    var detail = ""
}

/// A GET request as raw text; `extra` are header lines without their line ends.
func get(_ target: String, _ extra: String..., method: String = "GET") -> String {
    ["\(method) \(target) HTTP/1.1", "Host: localhost"].joined(separator: "\r\n") + "\r\n"
        + extra.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A POST request as raw text.
func post(_ target: String, _ extra: String..., body: String = "") -> String {
    "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
        + extra.map { $0 + "\r\n" }.joined() + "\r\n" + body
}

let unknownErrorBody = #"{"error_code":1000,"message":"An unknown error occurred."}"#
let notCompliantBody = #"{"error_code":1001,"message":"Request not compliant with the defined schema."}"#

/// A request with a name, so that reports do not show its bytes.
struct NamedRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ name: String, _ text: String) {
        testDescription = name
        self.text = text
    }
}
