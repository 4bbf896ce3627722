package import PhonePorts
import Synchronization
import WireFormat

/// A server without a network, which counts what reaches it.
package final class TrialServer: PhoneTransport {
    private let count = Mutex(0)

    package init() {}

    /// The number of requests.
    package var requests: Int { count.withLock { $0 } }

    package func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] { [] }

    package func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        count.withLock { $0 += 1 }
        return PhoneResponse(status: 200)
    }

    static var request: PhoneRequest { PhoneRequest(host: .download, method: .get, target: "/news", headers: []) }
}
