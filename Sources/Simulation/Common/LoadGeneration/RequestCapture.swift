package import PhonePorts
import Synchronization
package import WireFormat

/// Keeps the request that a phone's client would send, so that the load consists of a client's own requests.
package final class RequestCapture: PhoneTransport {
    private let status: Int
    private let kept = Mutex<PhoneRequest?>(nil)

    /// - Parameter status: what the client is told, so that it is content.
    package init(answering status: Int) {
        self.status = status
    }

    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

    package func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        kept.withLock { $0 = request }
        return HTTPAnswer(status: status)
    }

    /// The last request.
    package var request: PhoneRequest? { kept.withLock(\.self) }
}
