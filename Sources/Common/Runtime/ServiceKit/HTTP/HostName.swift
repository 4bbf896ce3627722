import NIOHTTP1

/// What callers say in the field `Host`.
package enum HostName {
    /// Whether it is an address in digits or `localhost`, which nobody else can make lead to us. A page of the web whose own name
    /// was made to lead to this machine's network ("DNS rebinding") has a browser send that name; without a field there is no
    /// browser.
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

/// What a listener answers to those who call it by a name that is not ours: a browser on a machine that it trusts may have been
/// led here by the page of somebody else.
package enum ForeignNames: Sendable {
    case everything
    /// Routes that ask for nothing. Pages for people look at the name themselves.
    case openRoutes
    case nothing

    /// - Parameter route: nil for one that is not there.
    func may(head: HTTPRequestHead?, ask route: RouteTable.Entry?) -> Bool {
        switch self {
        case .everything: true
        case .openRoutes: route?.isForPrograms != true || HostName.isOurs(head?.headers.first(name: "host"))
        case .nothing: HostName.isOurs(head?.headers.first(name: "host"))
        }
    }
}
