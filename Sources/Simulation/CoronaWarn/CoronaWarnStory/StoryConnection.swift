import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnDemo
import ExposurePrimitives
import HTTPTransport
import PhonePorts
import StoryKit
import Synchronization
import WireFormat

/// The phones' connection to the servers. It can fail as the story wants, and remembers what passed.
final class StoryConnection: PhoneTransport {
    private let state: Mutex<State>

    private struct State {
        var base: HTTPPhoneTransport
        var fault: Fault?
        var record = StoryRecord()
    }

    /// What happens to the next genuine upload.
    enum Fault: Sendable {
        /// It does not reach the server.
        case unreachable
        /// It arrives, and its answer is lost.
        case lostAnswer
    }

    init(to servers: CoronaWarnDemoServers) throws {
        state = Mutex(State(base: try Self.transport(to: servers)))
    }

    /// What passed so far.
    var record: StoryRecord { state.withLock(\.record) }

    func fail(_ fault: Fault) {
        state.withLock { $0.fault = fault }
    }

    /// Connects to servers that came back on other ports.
    func reconnect(to servers: CoronaWarnDemoServers) async throws {
        let new = try Self.transport(to: servers)
        let old = state.withLock { state in
            defer { state.base = new }
            return state.base
        }
        try await old.shutDown()
    }

    func shutDown() async throws {
        try await state.withLock(\.base).shutDown()
    }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] {
        state.withLock(\.base).addedHeaders(to: host)
    }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let isUpload = request.target == CoronaWarnEndpoint.diagnosisKeys.path && !request.isFake
        let (base, fault) = state.withLock { state in
            defer { state.fault = isUpload ? nil : state.fault }
            return (state.base, isUpload ? state.fault : nil)
        }
        guard fault != .unreachable else {
            throw .unreachable
        }
        let response = try await base.send(request)
        state.withLock { $0.record.note(request, response) }
        guard fault != .lostAnswer else {
            throw .interrupted
        }
        return response
    }

    private static func transport(to servers: CoronaWarnDemoServers) throws -> HTTPPhoneTransport {
        guard let url = ServerURL(servers.publicURL) else {
            throw StoryError.unusableServerURL(servers.publicURL)
        }
        let hosts = PhoneServers([.download: url, .verification: url, .submission: url])
        return HTTPPhoneTransport(to: hosts, timeout: HTTPPhoneTransport.patience, trust: servers.phoneTrust)
    }
}

/// The genuine requests that reached the servers, and the packages that came from there.
struct StoryRecord: Sendable {
    /// The bodies of uploads, in order.
    private(set) var uploads: [[UInt8]] = []
    private(set) var requestsForTANs = 0
    /// The packages by their paths.
    private(set) var packages: [String: [UInt8]] = [:]

    fileprivate mutating func note(_ request: PhoneRequest, _ response: HTTPAnswer) {
        switch request.target {
        case CoronaWarnEndpoint.diagnosisKeys.path where !request.isFake: uploads.append(request.body)
        case CoronaWarnEndpoint.tan.path where !request.isFake: requestsForTANs += 1
        default:
            guard response.status == 200 else {
                return
            }
            switch TreePath(path: request.target) {
            // If a phone sends a day late, the hours before are in the package of their day.
            case .hour?, .day?: packages[request.target] = response.body
            default: break
            }
        }
    }
}

extension PhoneRequest {
    /// Whether the request hides the genuine ones.
    var isFake: Bool {
        headers.contains { $0.name == CoronaWarnHeader.fake && $0.value == FakeFlag.fake.headerValue }
    }
}
