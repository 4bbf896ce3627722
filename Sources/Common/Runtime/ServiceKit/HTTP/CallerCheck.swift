import NIOHTTP1
import WireFormat

/// Checks a caller of the internal listener before a route runs (decision 0116).
struct CallerCheck: Sendable {
    /// Nil if none is set.
    let token: BearerToken?
    /// Whether every connection has a certificate of a trusted authority.
    let checksCertificates: Bool
    let foreignNames: ForeignNames

    /// Throws `unauthorised` for a program without the credential that it needs.
    ///
    /// The routes of other callers check a session, a credential or a partner's certificate themselves.
    ///
    /// Without token and certificates a caller is trusted because it is on this machine. A request from a proxy only
    /// seems to come from this machine, so it is refused.
    func admit(_ head: HTTPRequestHead, to route: Route) throws(Refusal) {
        let isForwarded: Bool
        switch route.caller {
        case .everyone, .session, .operator, .laboratory, .foreignAuthority:
            return
        case .probe:
            isForwarded = ProxyFields.mark(head.headers)
            guard isForwarded else {
                return
            }
        case .program:
            // By default the most common proxy speaks 1.0 with the servers behind it, and adds no field.
            isForwarded = ProxyFields.mark(head.headers) || head.version.isBefore1_1
        }
        if let token {
            try token.check(head.headers)
        } else if isForwarded, !checksCertificates {
            throw .unauthorised
        }
    }
}
