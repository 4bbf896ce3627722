/// The reason why a host cannot start.
package enum HostError: Error, Hashable {
    /// Two routes have the same method and path.
    case duplicateRoute(String)
    /// A route is on a listener that is not for its callers.
    case misplacedRoute(String, caller: Caller, listener: String)
    /// The internal listener and the partner listener trust the same authority.
    case sharedClientAuthority
    /// Other machines could reach the internal listener without any check.
    case internalListenerUnprotected(ListenAddress)
    /// The listener's certificate files cannot be used.
    case unusableCertificate(listener: String, TLSError)
    case unusablePartnerList(TLSError)
    case cannotListen(ListenAddress, reason: String)
    case stoppedBeforeListening
}

extension HostError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .duplicateRoute(let route):
            "the route \(route) is declared twice"
        case .misplacedRoute(let route, let caller, let listener):
            "the route \(route) is for callers of the kind \(caller.rawValue): it cannot be on the \(listener) listener"
        case .sharedClientAuthority:
            "internal.tls-client-ca and partner.tls-client-ca have an authority in common: "
                + "a partner's certificate would open the internal listener"
        case .internalListenerUnprotected(let address):
            "the internal listener at \(address) can be reached from other machines: "
                + "bind it to a loopback address such as 127.0.0.1, or set internal.token or internal.tls-client-ca"
        case .unusableCertificate(let listener, let error):
            "the \(listener) listener has no TLS: \(error)"
        case .unusablePartnerList(let error):
            "the partner listener has no list of partners: \(error)"
        case .cannotListen(let address, let reason):
            "cannot listen at \(address): \(reason)"
        case .stoppedBeforeListening:
            "the host was stopped before it listened"
        }
    }
}
