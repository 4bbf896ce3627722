import ExposurePrimitives
import ExposureTesting
import PhonePorts
import Synchronization
import Testing
import WireFormat

@testable import PhonePage

@Suite("A phone's connection")
struct RecordingTransportTests {
    private let still = ManualClock(UnixTime(1_795_255_200))

    private final class Server: PhoneTransport {
        private let count = Mutex(0)
        var requests: Int { count.withLock { $0 } }

        func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "example.org")] }

        func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
            count.withLock { $0 += 1 }
            return HTTPAnswer(status: 204)
        }
    }

    private static let cases: [(SystemState.Network, status: Int?, arrived: Int)] = [
        (.works, 204, 1), (.isOff, nil, 0), (.losesAnswers, nil, 1), (.refuses, 400, 0),
    ]

    @Test("has the faults that the tester chose", arguments: cases)
    func network(network: SystemState.Network, status: Int?, arrived: Int) async throws {
        let server = Server()
        let transport = RecordingTransport(
            base: server,
            clock: still,
            describe: { _ in RequestDescription(purpose: nil) }
        ) { network }
        let request = PhoneRequest(host: .upload, method: .post, target: "/", headers: [])
        let answer = try? await transport.send(request)
        #expect(answer?.status == status)
        #expect(server.requests == arrived)
        #expect(transport.requests.map(\.status) == [status])
    }

    @Test("is recorded with what its client says of each request, and no more than 200 of them")
    func record() async throws {
        let transport = RecordingTransport(
            base: Server(),
            clock: still,
            describe: { request in
                RequestDescription(
                    purpose: request.target == "/0?a=b" ? PanelText.clock : nil,
                    isDummy: request.target == "/0?a=b"
                )
            }
        )
        for number in 0...200 {
            if number == 200 {
                #expect(transport.requests.last?.description.isDummy == true)
            }
            _ = try await transport.send(
                PhoneRequest(host: .download, method: .get, target: "/\(number)?a=b", headers: [])
            )
        }
        #expect(transport.requests.count == 200)
        #expect(transport.requests.first?.path == "/200", "without its query, and the newest first")
        #expect(transport.requests.last?.path == "/1")
    }
}
