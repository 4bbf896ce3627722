import NIOHTTP1
import WireFormat

/// The input of the responder: a complete request, or the reason to refuse one early.
struct IncomingRequest: Sendable {
    /// Nil if the request was refused before its head was complete.
    let head: HTTPRequestHead?
    let body: RequestBody
    /// The sender, on the partner listener.
    let partner: Partner?
    /// A transport limit was exceeded, the bytes were not HTTP, or the partner is not listed any more. The body may
    /// then be incomplete.
    let refusal: Refusal?
    /// Whether the connection must end with the answer.
    let closesConnection: Bool
    /// The time at which the request was complete, or was refused, on the host's `MonotonicClock`.
    let arrival: Duration

    /// The request without its header fields, which only its handler needs. Its answer may wait for its release, as
    /// thousands of others do.
    var withoutFields: IncomingRequest {
        IncomingRequest(
            head: head.map { HTTPRequestHead(version: $0.version, method: $0.method, uri: $0.uri) },
            body: body,
            partner: nil,
            refusal: refusal,
            closesConnection: closesConnection,
            arrival: arrival
        )
    }
}
