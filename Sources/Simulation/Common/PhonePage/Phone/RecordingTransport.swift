import ExposurePrimitives
import PhonePorts
import Synchronization
import WireFormat

/// One request of a client for testers: its place, sizes and kind, without content.
struct RecordedRequest: Sendable {
    let time: UnixTime
    let method: String
    let path: String
    /// The number of bytes that HTTP/1.1 sends.
    let sent: Int
    /// Nil if no answer came.
    let status: Int?
    /// Bytes of the answer's body.
    let received: Int
    let description: RequestDescription
}

/// Records each request that goes through it, only in memory.
final class RecordingTransport: PhoneTransport {
    private let base: any PhoneTransport
    private let clock: any WallClock
    private let describe: @Sendable (PhoneRequest) -> RequestDescription
    private let network: @Sendable () -> SystemState.Network
    private let noted = Mutex<[RecordedRequest]>([])

    /// - Parameters:
    ///   - describe: what testers read of a request.
    ///   - network: the present condition of the network.
    init(
        base: any PhoneTransport,
        clock: any WallClock,
        describe: @escaping @Sendable (PhoneRequest) -> RequestDescription,
        network: @escaping @Sendable () -> SystemState.Network = { .works }
    ) {
        (self.base, self.clock, self.describe, self.network) = (base, clock, describe, network)
    }

    /// The newest first.
    var requests: [RecordedRequest] { noted.withLock { $0.reversed() } }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { base.addedHeaders(to: host) }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        do {
            let response = try await answer(to: request)
            note(request, response)
            return response
        } catch {
            note(request, nil)
            throw error
        }
    }

    private func answer(to request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        switch network() {
        case .works:
            return try await base.send(request)
        case .isOff:
            throw .unreachable
        case .losesAnswers:
            _ = try await base.send(request)
            throw .timeout
        case .refuses:
            return HTTPAnswer(status: 400)
        }
    }

    private func note(_ request: PhoneRequest, _ response: HTTPAnswer?) {
        let entry = RecordedRequest(
            time: clock.now(),
            method: request.method.rawValue,
            path: request.target.split(separator: "?").first.map(String.init) ?? request.target,
            sent: request.wireSize(adding: addedHeaders(to: request.host)),
            status: response?.status,
            received: response?.body.count ?? 0,
            description: describe(request)
        )
        noted.withLock { noted in
            noted.append(entry)
            if noted.count > Self.capacity {
                noted.removeFirst(noted.count - Self.capacity)
            }
        }
    }

    private static let capacity = 200
}
