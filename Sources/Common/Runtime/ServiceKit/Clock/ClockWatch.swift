import ClockPorts
import Logging
import ServiceLifecycle

/// Checks the clock once a minute until the host stops, so the database remembers a recent time. Logs when the clock is
/// held and when it is trusted again.
struct ClockWatch: Service {
    let guards: [ClockGuard]
    private let monotonicClock: any MonotonicClock
    private let logger: Logger

    private static let period = Duration.seconds(60)

    init(guards: [ClockGuard], monotonicClock: any MonotonicClock, logger: Logger, metrics: MetricsRegistry) {
        self.guards = guards
        self.monotonicClock = monotonicClock
        self.logger = logger
        metrics.describe("clock_held", as: "1 while the clock is not trusted, so that nothing is deleted or released.")
        metrics.describe("clock_deviation_seconds", as: "By how much a held clock is ahead of the expected time.")
        for clock in guards {
            let labels = [("database", clock.name)]
            metrics.addGauge("clock_held", dimensions: labels) { clock.isTrusted ? 0 : 1 }
            metrics.addGauge("clock_deviation_seconds", dimensions: labels) {
                Double(clock.currentHold?.deviation ?? 0)
            }
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var held: Set<String> = []
            while !Task.isCancelled {
                for clock in guards {
                    await check(clock, &held)
                }
                do {
                    try await monotonicClock.sleep(until: monotonicClock.elapsed() + Self.period)
                } catch {
                    return
                }
            }
        }
    }

    private func check(_ clock: ClockGuard, _ held: inout Set<String>) async {
        do {
            switch try await clock.check().verdict {
            case .held(let hold):
                if held.insert(clock.name).inserted {
                    logger.record(LoggedEvent.clockHeld(database: clock.name, hold: hold))
                }
            case .trusted(let reason):
                if held.remove(clock.name) != nil {
                    logger.record(LoggedEvent.clockTrusted(database: clock.name, reason: reason))
                }
            }
        } catch {
            logger.record(LoggedEvent.clockUnchecked(database: clock.name, cause: FailureCause(error)))
        }
    }
}
