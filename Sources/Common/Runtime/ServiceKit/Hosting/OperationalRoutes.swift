import ClockPorts
import HTTPTypes
import Logging
import WireFormat

/// The routes that every host offers on its internal listener in addition to those of its services.
struct OperationalRoutes: Sendable {
    let services: [any HostedService]
    let metrics: MetricsRegistry
    let logger: Logger
    let guards: [ClockGuard]
    let isStopping: @Sendable () -> Bool
    let isListening: @Sendable () -> Bool
    let crowding: @Sendable () -> ConnectionTable.Crowding

    var routes: [Route] {
        [
            Route(Endpoint(.get, "/health", produces: [.json]), for: .probe) { _ in await checkHealth() },
            .forPrograms(Endpoint(.get, "/metrics", produces: [MediaType("text/plain", isText: true)])) { _ in
                metricsText()
            },
        ]
    }

    /// 200 if all listeners accept connections, every service can work and the clock is trusted. 503 otherwise, and
    /// while the host stops. A public listener that closes idle connections to make room is `degraded`, with 200. It
    /// still serves everybody, so it must not be taken out of service.
    private func checkHealth() async -> ServiceResponse {
        let crowding = crowding()
        var results: [String] = []
        let hold = await currentHold()
        var isHealthy = isListening() && !isStopping() && crowding != .full && hold == nil
        for service in services {
            do {
                try await service.checkHealth()
                results.append("\(JSONText.string(service.name)):\"ok\"")
            } catch {
                isHealthy = false
                let cause = FailureCause(error)
                if !cause.isCancellation {
                    logger.record(LoggedEvent.healthCheckFailed(service: service.name, cause: cause))
                }
                results.append("\(JSONText.string(service.name)):\"failing\"")
            }
        }
        let status =
            if isHealthy {
                crowding == .none ? "ok" : "degraded"
            } else {
                isStopping() ? "stopping" : isListening() ? "failing" : "starting"
            }
        let clock = JSONText.string(hold.map(\.description) ?? "trusted")
        let body = "{\"status\":\"\(status)\",\"clock\":\(clock),\"services\":{\(results.joined(separator: ","))}}\n"
        return .json(Array(body.utf8), status: isHealthy ? 200 : 503)
    }

    /// Asks the databases, so an operator's confirmation counts at once.
    private func currentHold() async -> ClockHold? {
        for clock in guards {
            // If the database does not answer, its service reports it.
            _ = try? await clock.check()
        }
        return guards.lazy.compactMap(\.currentHold).first
    }

    private func metricsText() -> ServiceResponse {
        ServiceResponse(
            status: 200,
            headers: [
                .contentType: "text/plain; version=0.0.4; charset=utf-8",
                .cacheControl: CacheControl.noStore.value,
            ],
            body: .bytes(Array(metrics.prometheusText().utf8))
        )
    }
}
