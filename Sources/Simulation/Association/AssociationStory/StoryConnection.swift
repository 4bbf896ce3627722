import AssociationAPI
import AssociationClient
import AssociationDemo
import AssociationProtocol
import ExposurePrimitives
import HTTPTransport
import PhonePorts
import StoryKit
import Synchronization
import WireFormat

/// The phones' connection to the authority. It remembers the sizes of what passed.
final class StoryConnection: PhoneTransport {
    private let base: HTTPPhoneTransport
    private let seen = Mutex(SeenRequests())

    init(to servers: AssociationDemoServers) throws {
        guard let url = ServerURL(servers.publicURL) else {
            throw StoryError.unusableServerURL(servers.publicURL)
        }
        base = HTTPPhoneTransport(
            to: PhoneServers([.authority: url]),
            timeout: HTTPPhoneTransport.patience,
            trust: servers.phoneTrust
        )
    }

    /// What passed so far.
    var requests: SeenRequests { seen.withLock(\.self) }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { base.addedHeaders(to: host) }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let response = try await base.send(request)
        let size = request.wireSize(adding: addedHeaders(to: request.host))
        seen.withLock { $0.note(request.target, size) }
        return response
    }

    func shutDown() async throws {
        try await base.shutDown()
    }
}

/// How many requests each path got, and of which sizes, as an observer of the network counts them.
struct SeenRequests: Hashable, Sendable {
    private(set) var sizes: [String: [Int: Int]] = [:]

    fileprivate mutating func note(_ path: String, _ size: Int) {
        sizes[path, default: [:]][size, default: 0] += 1
    }

    func count(of path: String) -> Int { sizes[path, default: [:]].values.reduce(0, +) }
}
