import CoreMetrics
import ExposurePrimitives
import Logging
import Metrics
import Synchronization

/// Keeps the list of partners, and loads a changed file. If the new list has a mistake, the previous one stays in
/// force.
final class PartnerKeeper: WatchedFiles {
    private struct State {
        var content: [UInt8]
        var list: PartnerList
        /// The failure that was logged last; nil once the file is correct again.
        var failure: TLSError?
    }

    private let path: String
    private let clock: any WallClock
    private let logger: Logger
    private let failures: Counter
    private let state: Mutex<State>

    init(path: String, clock: any WallClock, logger: Logger, metrics: MetricsRegistry) throws(TLSError) {
        self.path = path
        self.clock = clock
        self.logger = logger
        metrics.describe(
            "partner_list_reload_failures_total",
            as: "Checks that found a list of partners with a mistake."
        )
        failures = Counter(label: "partner_list_reload_failures_total", dimensions: [], factory: metrics)
        let content = try TLSMaterial.read(path)
        let list = try PartnerList(parsing: String(decoding: content, as: UTF8.self), path: path)
        state = Mutex(State(content: content, list: list))
        logger.record(LoggedEvent.partnersLoaded(count: list.count))
    }

    /// The partner with this certificate; nil if it is not listed or the certificate has expired.
    ///
    /// It is called for each request. So a partner that is removed from the list also loses the rights of its open
    /// connections.
    func partner(showing certificate: ClientCertificate) -> Partner? {
        guard clock.now() < certificate.expiry else {
            return nil
        }
        return state.withLock { $0.list[certificate.fingerprint] }
    }

    func lists(_ certificate: ClientCertificate) -> Bool {
        state.withLock { $0.list[certificate.fingerprint] } != nil
    }

    func check() {
        state.withLock { state in
            do throws(TLSError) {
                let content = try TLSMaterial.read(path)
                if content != state.content {
                    let list = try PartnerList(parsing: String(decoding: content, as: UTF8.self), path: path)
                    state = State(content: content, list: list)
                    logger.record(LoggedEvent.partnersLoaded(count: list.count))
                }
                state.failure = nil
            } catch {
                failures.increment()
                if state.failure != error {
                    state.failure = error
                    logger.record(LoggedEvent.partnersRefused(reason: error))
                }
            }
        }
    }
}
