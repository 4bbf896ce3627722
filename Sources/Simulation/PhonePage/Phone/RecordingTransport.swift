import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Synchronization
import WireFormat

/// One request of a phone, as a tester may see it: no content, but its place, sizes and kind.
struct RecordedRequest: Sendable {
    let time: UnixTime
    let method: String
    let path: String
    /// Bytes as HTTP/1.1 sends them.
    let sent: Int
    /// Nil where no answer came.
    let status: Int?
    /// Bytes of the answer's body.
    let received: Int
    /// Whether it only pretends; nil for what has no dummies.
    let isDummy: Bool?
}

/// Notes each request that goes through it, in the memory alone.
final class RecordingTransport: PhoneTransport {
    private let base: any PhoneTransport
    private let clock: any WallClock
    private let noted = Mutex<[RecordedRequest]>([])

    init(base: any PhoneTransport, clock: any WallClock) {
        self.base = base
        self.clock = clock
    }

    /// The newest first.
    var requests: [RecordedRequest] { noted.withLock { $0.reversed() } }

    func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] { base.addedHeaders(to: host) }

    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        do {
            let response = try await base.send(request)
            note(request, response)
            return response
        } catch {
            note(request, nil)
            throw error
        }
    }

    private func note(_ request: PhoneRequest, _ response: PhoneResponse?) {
        let flag = request.headers.first { $0.name == ImmuniHeader.dummyData }?.value
        let entry = RecordedRequest(
            time: clock.now(),
            method: request.method.rawValue,
            path: request.target.split(separator: "?").first.map(String.init) ?? request.target,
            sent: request.wireSize(adding: addedHeaders(to: request.host)),
            status: response?.status,
            received: response?.body.count ?? 0,
            isDummy: flag.map { $0 == DummyFlag.dummy.rawValue }
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
