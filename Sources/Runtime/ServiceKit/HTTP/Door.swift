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
    /// Without token and certificates a caller is trusted for being on this machine. A request that a proxy handed on
    /// only looks as if it came from here, so it is refused.
    func admit(_ head: HTTPRequestHead, to route: Route) throws(APIError) {
        let isForwarded = ProxyFields.mark(head.headers)
        switch route.audience {
        case .people: return
        case .probes where !isForwarded: return
        case .probes, .programs: break
        }
        if let token {
            try token.check(head.headers)
        } else if isForwarded, !checksCertificates {
            throw .unauthorised
        }
    }
}
