import CoreMetrics
import ExposurePrimitives
import Logging
import Metrics
import NIOSSL
import Synchronization

/// Keeps the TLS identity of one listener, and loads changed files. Connections keep the identity that they began with.
/// If a pair of files cannot be used, the previous one stays in force.
final class TLSKeeper: WatchedFiles {
    private struct State {
        var material: TLSMaterial
        var expiry: UnixTime
        var isExpiryTold = false
        /// The failure that was logged last; nil once the files are correct again.
        var failure: TLSError?
    }

    let clients: ClientAdmission
    private let listener: Listener.Kind
    private let files: TLSFiles
    private let minimum: MinimumTLSVersion
    private let clock: any WallClock
    private let logger: Logger
    private let metrics: TLSMetrics
    private let current: Mutex<NIOSSLContext>
    /// Held for a whole check, so two checks do not overlap. Connections only need `current`.
    private let state: Mutex<State>

    /// Reads the files. An expired certificate is used, with a warning. Clients then refuse it and see the reason.
    init(
        _ files: TLSFiles,
        of listener: Listener.Kind,
        admitting clients: ClientAdmission,
        minimum: MinimumTLSVersion,
        clock: any WallClock,
        logger: Logger,
        metrics: MetricsRegistry
    ) throws(TLSError) {
        let material = try TLSMaterial(reading: files)
        let identity = try TLSIdentity(material, of: files, minimum: minimum)
        self.listener = listener
        self.clients = clients
        self.files = files
        self.minimum = minimum
        self.clock = clock
        self.logger = logger
        self.metrics = TLSMetrics(listener: listener, factory: metrics)
        current = Mutex(identity.context)
        state = Mutex(State(material: material, expiry: identity.expiry))
        state.withLock { announce(&$0) }
    }

    /// For the next connection.
    var context: NIOSSLContext { current.withLock { $0 } }

    func handshakeFailed() {
        metrics.handshakeFailures.increment()
    }

    func check() {
        state.withLock { state in
            do throws(TLSError) {
                let material = try TLSMaterial(reading: files)
                if material != state.material {
                    let identity = try TLSIdentity(material, of: files, minimum: minimum)
                    current.withLock { $0 = identity.context }
                    state = State(material: material, expiry: identity.expiry)
                    announce(&state)
                }
                state.failure = nil
            } catch {
                metrics.reloadFailures.increment()
                // One line for each new failure. The counter shows how long it lasts.
                if state.failure != error {
                    state.failure = error
                    logger.record(LoggedEvent.certificateRefused(listener: listener.rawValue, reason: error))
                }
            }
            warnOfExpiry(&state)
        }
    }

    private func announce(_ state: inout State) {
        metrics.expiry.record(state.expiry.seconds)
        logger.record(LoggedEvent.certificateLoaded(listener: listener.rawValue, expiry: state.expiry))
        warnOfExpiry(&state)
    }

    private func warnOfExpiry(_ state: inout State) {
        if clock.now() > state.expiry, !state.isExpiryTold {
            state.isExpiryTold = true
            logger.record(LoggedEvent.certificateExpired(listener: listener.rawValue, expiry: state.expiry))
        }
    }
}

/// The metrics of one listener's TLS.
private struct TLSMetrics {
    let expiry: Gauge
    let reloadFailures: Counter
    let handshakeFailures: Counter

    init(listener: Listener.Kind, factory registry: MetricsRegistry) {
        let labels = [("listener", listener.rawValue)]
        registry.describe("tls_certificate_expiry_timestamp_seconds", as: "Unix time at which the certificate ends.")
        registry.describe("tls_reload_failures_total", as: "Checks that found certificate files that cannot be used.")
        registry.describe("tls_handshake_failures_total", as: "Connections that ended before TLS was agreed on.")
        expiry = Gauge(label: "tls_certificate_expiry_timestamp_seconds", dimensions: labels, factory: registry)
        reloadFailures = Counter(label: "tls_reload_failures_total", dimensions: labels, factory: registry)
        handshakeFailures = Counter(label: "tls_handshake_failures_total", dimensions: labels, factory: registry)
    }
}
