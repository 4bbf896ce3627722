import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Synchronization
import WireFormat

/// One request of a phone for testers: its place, sizes and kind, without content.
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
    /// Whether it is a dummy; nil for requests that have no dummies.
    let isDummy: Bool?

    /// The purpose of a request.
    enum Purpose: Sendable, CaseIterable {
        case settings, questions, keyIndex, keys, codeCheck, upload, analyticsToken, operationalInfo
    }

    /// Nil for requests that our app does not send.
    var purpose: Purpose? {
        switch path {
        case ImmuniEndpoint.settings.path: .settings
        case ImmuniEndpoint.keyIndex.path: .keyIndex
        case ImmuniEndpoint.checkOTP.path: .codeCheck
        case ImmuniEndpoint.upload.path: .upload
        case ImmuniEndpoint.analyticsToken.path: .analyticsToken
        case ImmuniEndpoint.appleOperationalInfo.path, ImmuniEndpoint.googleOperationalInfo.path: .operationalInfo
        case let path where path.hasPrefix("/v1/keys/"): .keys
        case let path where path.hasPrefix("/docs/"): .questions
        default: nil
        }
    }
}

/// Records each request that goes through it, only in memory.
final class RecordingTransport: PhoneTransport {
    private let base: any PhoneTransport
    private let clock: any WallClock
    private let network: @Sendable () -> SystemState.Network
    private let noted = Mutex<[RecordedRequest]>([])

    /// - Parameter network: the present condition of the network.
    init(
        base: any PhoneTransport,
        clock: any WallClock,
        network: @escaping @Sendable () -> SystemState.Network = { .works }
    ) {
        self.base = base
        self.clock = clock
        self.network = network
    }

    /// The newest first.
    var requests: [RecordedRequest] { noted.withLock { $0.reversed() } }

    func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] { base.addedHeaders(to: host) }

    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        do {
            let response = try await answer(to: request)
            note(request, response)
            return response
        } catch {
            note(request, nil)
            throw error
        }
    }

    private func answer(to request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        switch network() {
        case .works:
            return try await base.send(request)
        case .isOff:
            throw .unreachable
        case .losesAnswers:
            _ = try await base.send(request)
            throw .timeout
        case .refuses:
            return PhoneResponse(status: 400)
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
