import ExposureTesting
import ImmuniAPI
import ServiceKit
import ServiceTesting
import Testing

/// A request that a test changes in one part.
protocol SampleRequest: Sendable {
    var text: String { get }
}

extension SampleRequest {
    func setting<Value>(_ part: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }

    func exchange(_ port: Int) async throws -> RawAnswer { try await RawHTTP.exchange(port: port, text) }
}

/// A service on databases of its own and a clock that stands still.
protocol SampleService: Sendable {
    associatedtype Service: HostedService

    var clock: ManualClock { get }
    var service: Service { get }
}

extension SampleService {
    /// Runs the service for the time of `body`.
    func run(
        log: LogCapture = LogCapture(),
        _ body: @escaping @Sendable (BoundPorts) async throws -> Void
    ) async throws {
        try await withRunningHost([service], clock: clock, log: log) { ports, _ in try await body(ports) }
    }

    /// Runs the service for one request.
    func answer(to request: some SampleRequest) async throws -> RawAnswer {
        try await withRunningHost([service], clock: clock) { ports, _ in try await request.exchange(ports.public) }
    }
}

extension BoundPorts {
    /// The answer of the public listener.
    func get(_ target: String, headers: [String] = [], method: String = "GET") async throws -> RawAnswer {
        let request = RawRequest.get(target, headers: headers, method: method)
        return try await RawHTTP.exchange(port: self.public, request, hasBody: method != "HEAD")
    }

    /// The status of `/health`, which the internal listener answers.
    func health() async throws -> Int {
        try await RawHTTP.exchange(port: self.internal, RawRequest.get("/health")).status
    }
}

extension RawAnswer {
    /// Expects the status and the body of `error`.
    func expect(_ error: APIError, _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation) {
        #expect(status == error.status, comment, sourceLocation: place)
        #expect(body == error.body, comment, sourceLocation: place)
    }
}
