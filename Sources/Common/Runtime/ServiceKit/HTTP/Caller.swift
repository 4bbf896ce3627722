/// The kind of caller that a route admits. Each route has one kind, and the credential of one kind opens no route of
/// another.
package enum Caller: String, Hashable, Sendable {
    /// Phones and everybody else, without a credential.
    case everyone
    /// Programs of the authority. Depending on the set-up they show the internal token or a certificate, or they run on
    /// this machine.
    case program
    /// As `program`, and load balancers on the internal network, which have no credential.
    case probe
    /// People with a browser, who show the session of a sign-in. The page's own service decides who is admitted. A page
    /// is not part of the contract for programs.
    case session
    /// Operators' own programs, which show a bearer token that an operator got.
    case `operator`
    /// Systems of laboratories: a bearer token on the internal listener, a listed certificate on the partner listener.
    case laboratory
    /// Systems of other authorities, which show a listed certificate.
    case foreignAuthority = "foreign-authority"
}

extension Listener.Kind {
    /// The callers whose routes may be on this listener.
    var callers: Set<Caller> {
        switch self {
        case .public: [.everyone]
        case .internal: [.program, .probe, .session, .operator, .laboratory]
        case .partner: [.laboratory, .foreignAuthority]
        }
    }
}
