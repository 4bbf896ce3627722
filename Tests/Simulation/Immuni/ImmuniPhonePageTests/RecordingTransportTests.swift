import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import PhonePorts
import Synchronization
import Testing
import WireFormat

@testable import ImmuniPhonePage

@Suite("A phone's connection")
struct RecordingTransportTests {
    private let still = ManualClock(UnixTime(1_795_255_200))

    private final class Server: PhoneTransport {
        private let count = Mutex(0)
        var requests: Int { count.withLock { $0 } }

        func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] { [.init("Host", "example.org")] }

        func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
            count.withLock { $0 += 1 }
            return PhoneResponse(status: 204)
        }
    }

    private static let cases: [(SystemState.Network, status: Int?, arrived: Int)] = [
        (.works, 204, 1), (.isOff, nil, 0), (.losesAnswers, nil, 1), (.refuses, 400, 0),
    ]

    @Test("has the faults that the tester chose", arguments: cases)
    func network(network: SystemState.Network, status: Int?, arrived: Int) async throws {
        let server = Server()
        let transport = RecordingTransport(base: server, clock: still) { network }
        let request = PhoneRequest(host: .upload, method: .post, target: ImmuniEndpoint.upload.path, headers: [])
        let answer = try? await transport.send(request)
        #expect(answer?.status == status)
        #expect(server.requests == arrived)
        #expect(transport.requests.map(\.status) == [status])
    }

    @Test(
        "knows the purpose of each request of the app",
        arguments: [
            ("/v1/settings?platform=ios&build=1", RecordedRequest.Purpose.settings), ("/docs/faq-en.json", .questions),
            ("/v1/keys/index", .keyIndex), ("/v1/keys/12", .keys), ("/v1/ingestion/check-otp", .codeCheck),
            ("/v1/ingestion/upload", .upload), ("/v1/analytics/apple/token", .analyticsToken),
            ("/v1/analytics/apple/operational-info", .operationalInfo),
            ("/v1/analytics/google/operational-info", .operationalInfo), ("/elsewhere", nil),
        ]
    )
    func purposes(target: String, purpose: RecordedRequest.Purpose?) async throws {
        let transport = RecordingTransport(base: Server(), clock: still)
        _ = try await transport.send(PhoneRequest(host: .download, method: .get, target: target, headers: []))
        #expect(transport.requests.map(\.purpose) == [purpose])
    }
}
