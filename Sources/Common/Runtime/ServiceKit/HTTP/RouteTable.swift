import WireFormat

/// The routes of one service on one listener.
struct ServiceRoutes: Sendable {
    let service: String
    let refusals: any RefusalRenderer
    let routes: [Route]

    /// The routes of each service on one listener.
    static func all(of services: [any HostedService], _ routes: (any HostedService) -> [Route]) -> [ServiceRoutes] {
        services.map { ServiceRoutes(service: $0.name, refusals: $0.refusals, routes: routes($0)) }
    }
}

/// Finds the routes of a path: exact paths by dictionary, paths with braced segments by comparing segments.
struct RouteTable: Sendable {
    /// All methods of one path template. It is an object because each request holds it several times, and a copy of a
    /// structure would count all that is in it.
    final class Entry: Sendable {
        let template: String
        let service: String
        /// How requests for this path are refused.
        let refusals: any RefusalRenderer
        let get: Route?
        let post: Route?
        let metrics: RouteMetrics
        /// Whether every answer on this path is part of cover traffic.
        let hasDummies: Bool
        /// Whether programs call the path. Then their rules hold, even if other callers have routes on it.
        let isForPrograms: Bool
        /// The greatest size of a body that one of the routes takes beyond `limits.body`.
        let maxAnnounced: Int

        /// - Parameter routes: at most one of a method.
        init(_ routes: [Route], of offered: ServiceRoutes, at path: String, metrics: HTTPMetrics) {
            template = path
            service = offered.service
            refusals = offered.refusals
            get = routes.first { $0.endpoint.method == .get }
            post = routes.first { $0.endpoint.method == .post }
            hasDummies = routes.contains(where: \.endpoint.hasDummies)
            self.metrics = metrics.route(path, service: offered.service, hasDummies: hasDummies)
            isForPrograms = routes.contains { $0.caller == .program }
            maxAnnounced = routes.compactMap(\.largeBody).max() ?? 0
        }

        /// The value of the Allow header (RFC 9110, 10.2.1).
        var allow: String {
            [get.map { _ in "GET, HEAD" }, post.map { _ in "POST" }].compactMap(\.self).joined(separator: ", ")
        }
    }

    private var exact: [String: Entry] = [:]
    private var patterns: [Pattern] = []

    /// How requests for other paths are refused.
    let refusals: any RefusalRenderer

    /// Throws `HostError.duplicateRoute` if two routes share a method and a path.
    init(_ services: [ServiceRoutes], refusals: any RefusalRenderer, metrics: HTTPMetrics) throws(HostError) {
        self.refusals = refusals
        var found: [String: (offered: ServiceRoutes, routes: [Route])] = [:]
        var order: [String] = []
        for offered in services {
            for route in offered.routes {
                let path = route.endpoint.path
                if found[path] == nil {
                    order.append(path)
                }
                let routes = found[path]?.routes ?? []
                guard !routes.contains(where: { $0.endpoint.method == route.endpoint.method }) else {
                    throw .duplicateRoute(route.endpoint.title)
                }
                found[path, default: (offered, [])].routes.append(route)
            }
        }
        for path in order {
            guard let (offered, routes) = found[path] else {
                continue
            }
            let entry = Entry(routes, of: offered, at: path, metrics: metrics)
            if path.contains("{") {
                patterns.append(Pattern(entry))
            } else {
                exact[path] = entry
            }
        }
    }

    /// The greatest size of a body that `path` takes beyond `limits.body`; 0 if that is its limit.
    func maxAnnounced(_ path: Substring) -> Int {
        match(path)?.entry.maxAnnounced ?? 0
    }

    /// The entry of `path` with the raw content of its braced segments, or nil for an unknown path.
    func match(_ path: Substring) -> (entry: Entry, parameters: [Substring])? {
        if let entry = exact[String(path)] {
            return (entry, [])
        }
        for pattern in patterns {
            if let parameters = pattern.parameters(of: path) {
                return (pattern.entry, parameters)
            }
        }
        return nil
    }
}

/// A path with braced segments.
private struct Pattern: Sendable {
    let entry: RouteTable.Entry
    private let segments: [Substring]
    /// All before the first brace. Nearly every path that is not the pattern's begins otherwise.
    private let prefix: [UInt8]

    init(_ entry: RouteTable.Entry) {
        self.entry = entry
        segments = entry.template.split(separator: "/", omittingEmptySubsequences: false)
        prefix = Array(entry.template.utf8.prefix { $0 != UInt8(ascii: "{") })
    }

    /// The raw content of the braced segments; nil for a path of another form.
    func parameters(of path: Substring) -> [Substring]? {
        guard path.utf8.starts(with: prefix) else {
            return nil
        }
        let given = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard given.count == segments.count else {
            return nil
        }
        var parameters: [Substring] = []
        for (segment, expected) in zip(given, segments) {
            if expected.utf8.first == UInt8(ascii: "{") {
                guard !segment.isEmpty else {
                    return nil
                }
                parameters.append(Substring(segment))
            } else if !segment.elementsEqual(expected.utf8) {
                return nil
            }
        }
        return parameters
    }
}

extension Endpoint {
    /// The route's name in messages, for example `GET /health`.
    var title: String { "\(method.rawValue) \(path)" }
}
