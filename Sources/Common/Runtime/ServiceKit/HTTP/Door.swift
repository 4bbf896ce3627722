import NIOHTTP1
import WireFormat

/// What the internal listener asks of a caller before a route runs (decision 0116).
struct Door: Sendable {
    /// Nil where none is set.
    let token: BearerToken?
    /// Whether there is no connection without a certificate of an authority that is trusted.
    let checksCertificates: Bool
    let foreignNames: ForeignNames

    /// Throws `unauthorised` for a program that has to show more.
    ///
    /// The routes of other callers check a session, a credential or a partner's certificate themselves.
    ///
    /// Without token and certificates a caller is trusted for being on this machine. A request that a proxy handed on
    /// only looks as if it came from here, so it is refused.
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
            // The most common proxy speaks 1.0 with what is behind it, and adds no field, unless told otherwise.
            isForwarded = ProxyFields.mark(head.headers) || head.version.isBefore1_1
        }
        if let token {
            try token.check(head.headers)
        } else if isForwarded, !checksCertificates {
            throw .unauthorised
        }
    }
}
