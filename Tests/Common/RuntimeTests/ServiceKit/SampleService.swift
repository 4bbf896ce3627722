import HTTPTypes
import ServiceKit
import ServiceTesting
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

    func checkHealth() async throws { try await health() }
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
        ServiceResponse(status: status, headers: [.contentType: MediaType.json.text], body: .bytes(Array(body.utf8)))
    }
}

/// A refusal that only ``SampleRefusals`` knows.
struct SampleError: Error {
    let status: Int
    let body: String

    static let unauthorisedCode = SampleError(status: 401, body: #"{"error_code":1101,"message":"Unauthorized OTP."}"#)
}

/// A GET request as raw text; `extra` are header lines without their line ends.
func get(_ target: String, _ extra: String..., method: String = "GET") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n" + extra.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A POST request as raw text.
func post(_ target: String, _ extra: String..., body: String = "") -> String {
    "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
        + extra.map { $0 + "\r\n" }.joined() + "\r\n" + body
}

/// The head of a POST request, whose body may follow.
func postHead(_ target: String, _ fields: String...) -> String {
    "POST \(target) HTTP/1.1\r\nHost: localhost\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// So many bytes of text.
func filler(_ count: Int) -> String { String(repeating: "x", count: count) }

let unknownErrorBody = #"{"error_code":1000,"message":"An unknown error occurred."}"#
let notCompliantBody = #"{"error_code":1001,"message":"Request not compliant with the defined schema."}"#

/// A request with a name, so that reports do not show its bytes.
struct NamedRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }
}

extension Route {
    /// A route that answers with the number of bytes of the request's body.
    static func counting(_ path: String) -> Route {
        forEveryone(Endpoint(.post, path)) { request in
            ServiceResponse(status: 200, body: .bytes(Array("\(request.body.count)".utf8)))
        }
    }

    /// A route that waits at a gate.
    static func waiting(at gate: Gate) -> Route {
        forEveryone(Endpoint(.get, "/v1/waits")) { _ in
            await gate.pass()
            return .empty(204)
        }
    }

    /// An open route without a body.
    static let open = forEveryone(Endpoint(.get, "/v1/open")) { _ in .empty(204) }
}

extension BoundPorts {
    /// The answer of the public listener to `request`, on a connection of its own.
    func answer(to request: String) async throws -> RawAnswer { try await RawHTTP.exchange(port: self.public, request) }

    /// The same of the internal listener.
    func internalAnswer(to request: String) async throws -> RawAnswer {
        try await RawHTTP.exchange(port: self.internal, request)
    }

    /// A connection to the public listener that has sent `request`.
    func connection(sending request: String) async throws -> RawHTTP {
        let connection = try RawHTTP(port: self.public)
        try await connection.send(request)
        return connection
    }
}

extension RawAnswer {
    /// The status of an answer whose body is that of an unknown error.
    var unknownErrorStatus: Int? { text == unknownErrorBody ? status : nil }
}

extension MetricsRegistry {
    /// The value in the last line of a metric.
    func value(_ name: String) -> String? {
        prometheusText().split(separator: "\n").last { $0.hasPrefix("\(name){") }
            .map { String($0.split(separator: " ")[1]) }
    }
}

extension HostConfiguration {
    /// With the delays of cover traffic.
    static let delayed = forTests(cover: .standard)

    /// The configuration of a test that changes some limits.
    static func limited(_ change: (inout TransportLimits) -> Void) -> HostConfiguration {
        var limits = TransportLimits()
        change(&limits)
        return .forTests(limits: limits)
    }
}

extension ServiceHost {
    /// A host of a test that need not run.
    static func sample(
        _ services: [any HostedService],
        _ configuration: HostConfiguration = .forTests(),
        log: LogCapture = LogCapture(),
        whenListening: @escaping @Sendable () -> Void = {}
    ) throws(HostError) -> ServiceHost {
        try ServiceHost(
            services: services,
            configuration: configuration,
            clock: SystemWallClock(),
            logger: log.logger,
            metrics: MetricsRegistry(),
            whenListening: whenListening
        )
    }

    /// The error that stops the start of such a host.
    static func startError(of services: [any HostedService], _ configuration: HostConfiguration) -> HostError? {
        do throws(HostError) {
            _ = try sample(services, configuration)
            return nil
        } catch {
            return error
        }
    }
}
