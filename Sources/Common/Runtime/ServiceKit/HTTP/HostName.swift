import NIOHTTP1

/// The names by which callers address a listener, in the field `Host`.
package enum HostName {
    /// Whether the name is an address in digits or `localhost`. Nobody else can make these lead to us. A web page can
    /// make its own name lead to this machine's network ("DNS rebinding"), and the browser then sends that name. A
    /// request without this field is not from a browser.
    package static func isOurs(_ field: String?) -> Bool {
        guard let host = field?.lowercased() else {
            return true
        }
        guard !host.hasPrefix("[") else {
            return true
        }
        let name = host.prefix { $0 != ":" }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name == "localhost" || parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}

/// The routes that a listener offers to callers who use a name that is not ours. The page of a stranger may have led a
/// browser here, from a machine that the listener trusts.
package enum ForeignNames: Sendable {
    case everything
    /// Routes that need no credential. Pages for people check the name themselves.
    case openRoutes
    case nothing

    /// - Parameter route: nil if there is none.
    func may(head: HTTPRequestHead?, ask route: RouteTable.Entry?) -> Bool {
        switch self {
        case .everything: true
        case .openRoutes: route?.isForPrograms != true || HostName.isOurs(head?.headers.first(name: "host"))
        case .nothing: HostName.isOurs(head?.headers.first(name: "host"))
        }
    }
}
