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
    /// All methods of one path template.
    struct Entry: Sendable {
        let template: String
        let service: String
        /// How requests for this path are refused.
        let refusals: any RefusalRenderer
        var routes: [Endpoint.Method: Route]
        /// Whether every answer on this path is part of cover traffic.
        var hasDummies: Bool
        let metrics: RouteMetrics

        /// Whether programs call the path. Then their rules hold, even if other callers have routes on it.
        var isForPrograms: Bool { routes.values.contains { $0.caller == .program } }

        /// The greatest size of a body that one of the routes takes beyond `limits.body`.
        var maxAnnounced: Int { routes.values.compactMap(\.largeBody).max() ?? 0 }

        /// The value of the Allow header (RFC 9110, 10.2.1).
        var allow: String {
            var methods: [String] = []
            if routes[.get] != nil {
                methods += ["GET", "HEAD"]
            }
            if routes[.post] != nil {
                methods.append("POST")
            }
            return methods.joined(separator: ", ")
        }
    }

    private var exact: [String: Entry] = [:]
    private var patterns: [(segments: [Substring], entry: Entry)] = []

    /// How requests for other paths are refused.
    let refusals: any RefusalRenderer

    /// Throws `HostError.duplicateRoute` if two routes share a method and a path.
    init(
        _ services: [ServiceRoutes],
        refusals: any RefusalRenderer,
        metrics: HTTPMetrics
    ) throws(HostError) {
        self.refusals = refusals
        var entries: [String: Entry] = [:]
        var order: [String] = []
        for offered in services {
            for route in offered.routes {
                let path = route.endpoint.path
                if entries[path] == nil {
                    order.append(path)
                }
                var entry =
                    entries[path]
                    ?? Entry(
                        template: path,
                        service: offered.service,
                        refusals: offered.refusals,
                        routes: [:],
                        hasDummies: false,
                        metrics: metrics.route(path, service: offered.service)
                    )
                guard entry.routes.updateValue(route, forKey: route.endpoint.method) == nil else {
                    throw .duplicateRoute(route.endpoint.title)
                }
                entry.hasDummies = entry.hasDummies || route.endpoint.hasDummies
                entries[path] = entry
            }
        }
        for path in order {
            guard let entry = entries[path] else {
                continue
            }
            if path.contains("{") {
                patterns.append((path.split(separator: "/", omittingEmptySubsequences: false), entry))
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
        guard !patterns.isEmpty else {
            return nil
        }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (pattern, entry) in patterns where pattern.count == segments.count {
            if let parameters = Self.parameters(of: segments, in: pattern) {
                return (entry, parameters)
            }
        }
        return nil
    }

    private static func parameters(of segments: [Substring], in pattern: [Substring]) -> [Substring]? {
        var parameters: [Substring] = []
        for (segment, expected) in zip(segments, pattern) {
            if expected.hasPrefix("{") {
                guard !segment.isEmpty else {
                    return nil
                }
                parameters.append(segment)
            } else if segment != expected {
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
