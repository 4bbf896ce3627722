import CoreMetrics
import Metrics
import NIOHTTP1

/// The metrics of requests. Their labels are known before the first request: service, route template, method and class
/// of the status. No label comes from a request.
struct HTTPMetrics: Sendable {
    static let requestsLabel = "http_requests_total"
    static let durationLabel = "http_request_duration"
    static let overrunsLabel = "http_cover_overruns_total"
    static let unmatchedRoute = "unmatched"

    /// Requests without a route.
    let unmatched: RouteMetrics
    private let factory: any MetricsFactory

    init(factory: any MetricsFactory) {
        self.factory = factory
        unmatched = RouteMetrics(route: Self.unmatchedRoute, service: "none", hasDummies: false, factory: factory)
    }

    static func describe(in registry: MetricsRegistry) {
        registry.describe(requestsLabel, as: "Requests answered.")
        registry.describe(
            durationLabel + "_seconds",
            as: "Time from the arrival of a request to the end of the work on it."
        )
        registry.describe(
            overrunsLabel,
            as: "Answers with dummies whose work took longer than cover.floor, so that their time may show the work."
        )
        registry.describe("http_requests_in_flight", as: "Requests that are being handled.")
        registry.describe(ConnectionTable.openLabel, as: "Open connections.")
        registry.describe(
            ConnectionTable.evictionsLabel,
            as: "Connections of idle clients that were closed to make room."
        )
    }

    func route(_ template: String, service: String, hasDummies: Bool) -> RouteMetrics {
        RouteMetrics(route: template, service: service, hasDummies: hasDummies, factory: factory)
    }
}

/// The counters and the duration of one route, made once.
struct RouteMetrics: Sendable {
    private let counters: [[Counter]]
    private let duration: Timer
    /// Nil for a route without dummies.
    private let overruns: Counter?

    private static let methods = ["GET", "HEAD", "POST", "other"]
    // A final answer is never informational.
    private static let statusClasses = 2...5

    init(route: String, service: String, hasDummies: Bool, factory: any MetricsFactory) {
        let labels = [("service", service), ("route", route)]
        counters = Self.methods.map { method in
            Self.statusClasses.map { statusClass in
                Counter(
                    label: HTTPMetrics.requestsLabel,
                    dimensions: labels + [("method", method), ("status", "\(statusClass)xx")],
                    factory: factory
                )
            }
        }
        duration = Timer(label: HTTPMetrics.durationLabel, dimensions: labels, factory: factory)
        overruns = hasDummies ? Counter(label: HTTPMetrics.overrunsLabel, dimensions: labels, factory: factory) : nil
    }

    /// - Parameter duration: from the arrival of the request to the end of the work on it, without the wait for the
    ///   release of cover traffic.
    func record(method: HTTPMethod?, status: Int, duration elapsed: Duration) {
        let method =
            switch method {
            case .GET: 0
            case .HEAD: 1
            case .POST: 2
            default: 3
            }
        let statusClass = min(max(status / 100, Self.statusClasses.lowerBound), Self.statusClasses.upperBound)
        counters[method][statusClass - Self.statusClasses.lowerBound].increment()
        duration.recordNanoseconds(Int64(clamping: elapsed.attoseconds / 1_000_000_000))
    }

    /// Counts an answer that could not leave at the floor. Fakes are counted as well, so the count shows no genuine
    /// request (decision 0175).
    func recordOverrun() {
        overruns?.increment()
    }
}
