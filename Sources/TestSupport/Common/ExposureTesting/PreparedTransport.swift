package import PhonePorts
import Synchronization

/// Answers requests with what is prepared, in order, and keeps them.
package final class PreparedTransport: PhoneTransport {
    private let answers: Mutex<[Result<PhoneResponse, PhoneTransportError>]>
    private let sent = Mutex<[PhoneRequest]>([])

    package init(_ answers: [Result<PhoneResponse, PhoneTransportError>]) {
        self.answers = Mutex(answers)
    }

    /// - Parameter answers: nil is a lost answer.
    package convenience init(_ answers: [PhoneResponse?]) {
        self.init(answers.map { $0.map(Result.success) ?? .failure(.interrupted) })
    }

    package var requests: [PhoneRequest] { sent.withLock { $0 } }

    package func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] { [] }

    package func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        sent.withLock { $0.append(request) }
        return try answers.withLock { $0.removeFirst() }.get()
    }
}
