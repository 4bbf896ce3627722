import NIOHTTP1
import WireFormat

/// What a connection hands to the responder: a whole request, or the reason to refuse one early.
struct IncomingRequest: Sendable {
    /// Nil when the request was refused before its head was complete.
    let head: HTTPRequestHead?
    let body: RequestBody
    /// Who sent it, on the partner listener.
    let partner: Partner?
    /// A transport limit was passed, the bytes were not HTTP, or the partner is not listed any more. The body may then be
    /// incomplete.
    let refusal: Refusal?
    /// Whether the connection must end with the answer.
    let closesConnection: Bool
    /// When the request was complete, or found to be refused, on the host's `Pacemaker`.
    let arrival: Duration
}
