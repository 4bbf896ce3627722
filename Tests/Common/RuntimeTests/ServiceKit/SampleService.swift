import HTTPTypes
import ServiceKit
import Testing
import WireFormat

/// A service with the parts that a test needs.
struct SampleService: HostedService {
    var name = "sample"
    var refusals: any RefusalRenderer = SampleRefusals()
    var publicRoutes: [Route] = []
    var internalRoutes: [Route] = []
    var partnerRoutes: [Route] = []
    var jobs: [PeriodicJob] = []
    var health: @Sendable () async throws -> Void = {}

    func checkHealth() async throws {
        try await health()
    }
}

struct PlannedFailure: Error {
    var detail = ""
}

/// A contract with a JSON body for each refusal.
struct SampleRefusals: RefusalRenderer {
    func answer(to refusal: Refusal) -> ServiceResponse {
        switch refusal {
        case .notCompliant, .unsupportedMediaType: answer(400, notCompliantBody)
        default: answer(refusal.status, unknownErrorBody)
        }
    }

    func answer(toOwn error: any Error) -> ServiceResponse? {
        (error as? SampleError).map { answer($0.status, $0.body) }
    }

    private func answer(_ status: Int, _ body: String) -> ServiceResponse {
        ServiceResponse(
            status: status,
            headers: [.contentType: MediaType.json.text],
            body: .bytes(Array(body.utf8))
        )
    }
}

/// A refusal that only ``SampleRefusals`` knows.
struct SampleError: Error {
    let status: Int
    let body: String

    static let unauthorisedCode = SampleError(
        status: 401,
        body: #"{"error_code":1101,"message":"Unauthorized OTP."}"#
    )
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
