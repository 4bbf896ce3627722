import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import ServiceKit
import Synchronization

/// How the exchange with each country stands, as the last run found it.
final class FederationFigures: Sendable {
    private struct Figures {
        var keysToday = 0
        var lastBatch = 0
        var refusals = 0
        var isPaused = false
        var answered: UnixTime?
    }

    private let countries: Set<RegionCode>
    private let figures = Mutex<[RegionCode: Figures]>([:])

    init(of countries: Set<RegionCode>) {
        self.countries = countries
    }

    func update(from store: any FederationStore, now: UnixTime) async throws {
        var found: [RegionCode: Figures] = [:]
        for state in try await store.partners(now: now) {
            found[state.partner.country] = Figures(
                keysToday: state.keysToday,
                lastBatch: state.lastBatch,
                isPaused: state.isPaused,
                answered: state.answered
            )
        }
        for record in try await store.records() where record.refusal != nil {
            found[record.country]?.refusals += 1
        }
        let result = found
        figures.withLock { $0 = result }
    }

    func observe(in metrics: MetricsRegistry) {
        let gauges: [(name: String, help: String, value: @Sendable (Figures) -> Double)] = [
            ("federation_keys_today", "Keys that were taken from a country today.", { Double($0.keysToday) }),
            ("federation_last_batch", "Number of the last batch of a country.", { Double($0.lastBatch) }),
            ("federation_refused_batches", "Batches of a country that were refused.", { Double($0.refusals) }),
            ("federation_paused", "1 while the exchange with a country is paused.", { $0.isPaused ? 1 : 0 }),
            (
                "federation_answered_timestamp_seconds", "Unix time of the hour in which a country last answered.",
                { $0.answered.map { Double($0.seconds) } ?? 0 }
            ),
        ]
        for (name, help, value) in gauges {
            metrics.describe(name, as: help)
            for country in countries {
                metrics.addGauge(name, dimensions: [("country", country.text)]) { [self] in
                    figures.withLock { $0[country].map(value) ?? 0 }
                }
            }
        }
    }
}
