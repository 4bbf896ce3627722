package import PhonePorts
import Synchronization
package import WireFormat

/// A server without a network, which counts what reaches it.
package final class TrialServer: PhoneTransport {
    private let count = Mutex(0)

    package init() {}

    /// The number of requests.
    package var requests: Int { count.withLock { $0 } }

    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

    package func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        count.withLock { $0 += 1 }
        return HTTPAnswer(status: 200)
    }

    static var request: PhoneRequest { PhoneRequest(host: .download, method: .get, target: "/news", headers: []) }
}
