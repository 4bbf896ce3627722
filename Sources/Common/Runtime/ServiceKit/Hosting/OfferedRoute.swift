package import WireFormat

/// A route of a host, as its callers see it.
package struct OfferedRoute: Sendable {
    package let service: String
    package let listener: String
    package let caller: Caller
    package let endpoint: Endpoint

    /// Throws `misplacedRoute` for a route on a listener that is not for its callers.
    static func all(_ offers: [ServiceRoutes], on listener: Listener.Kind) throws(HostError) -> [OfferedRoute] {
        var all: [OfferedRoute] = []
        for offer in offers {
            for route in offer.routes {
                guard listener.callers.contains(route.caller) else {
                    throw .misplacedRoute(route.endpoint.title, caller: route.caller, listener: listener.rawValue)
                }
                all.append(
                    OfferedRoute(
                        service: offer.service,
                        listener: listener.rawValue,
                        caller: route.caller,
                        endpoint: route.endpoint
                    )
                )
            }
        }
        return all
    }
}
