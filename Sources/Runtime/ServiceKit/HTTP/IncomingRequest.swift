import NIOHTTP1
import Synchronization
package import WireFormat

/// What a connection hands to the responder: a whole request, or the reason to refuse one early.
struct IncomingRequest: Sendable {
    /// Nil when the request was refused before its head was complete.
    let head: HTTPRequestHead?
    let body: RequestBody
    /// A transport limit was passed or the bytes were not HTTP; the body is then incomplete.
    let refusal: APIError?
    /// Whether the connection must end with the answer.
    let closesConnection: Bool
    /// When the request was complete, or found to be refused, on the host's `Pacemaker`.
    let arrival: Duration
}

/// The body of a request, held until its handler is done: an answer may wait seconds for its release, and a hundred
/// thousand that wait must not keep a hundred kilobytes each.
final class RequestBody: Sendable {
    private let content: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) {
        content = Mutex(bytes)
    }

    var bytes: [UInt8] { content.withLock { $0 } }

    /// Lets go of the bytes: the body is empty from now on.
    func take() -> [UInt8] {
        content.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}

extension APIError {
    /// The bytes are not a request of HTTP/1.1. The contract keeps the status of such errors and has no code for them.
    package static let malformedRequest = APIError(status: 400, code: unknown.code, message: unknown.message)
}
