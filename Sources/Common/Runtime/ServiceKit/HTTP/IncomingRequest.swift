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
    /// The time at which the request was complete, or was refused, on the host's `Pacemaker`.
    let arrival: Duration
}
