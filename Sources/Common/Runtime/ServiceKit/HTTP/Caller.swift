/// Who may call a route. Each route has one kind of caller, and what callers of one kind show opens no route of another.
package enum Caller: String, Hashable, Sendable {
    /// Phones and everybody else; nothing is shown.
    case everyone
    /// Programs of the authority, which show what the set-up asks for: a token, a certificate, or that they are on this
    /// machine.
    case program
    /// As `program`, and load balancers on the internal network, which have nothing to show.
    case probe
    /// People with a browser, who show the session of a sign-in: the page's own service decides whom it lets in. A page is
    /// no part of the contract that programs rely on.
    case session
    /// Operators' own programs, which show what their service gave to each operator.
    case `operator`
    /// Systems of laboratories, which show a certificate that the authority has listed.
    case laboratory
}

extension Listener.Kind {
    /// Those who may call the routes that are on it.
    var callers: Set<Caller> {
        switch self {
        case .public: [.everyone]
        case .internal: [.program, .probe, .session, .operator]
        case .partner: [.laboratory]
        }
    }
}
