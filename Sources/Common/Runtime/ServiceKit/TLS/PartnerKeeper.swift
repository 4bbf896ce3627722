import CoreMetrics
import ExposurePrimitives
import Logging
import Metrics
import Synchronization

/// Keeps the list of partners, and loads a changed file. If the new list has a mistake, the previous one stays in
/// force.
final class PartnerKeeper: WatchedFiles {
    /// What connections ask for. It is held for a look-up only, never while a file is read or a line is logged.
    private struct InForce {
        var list: PartnerList
        /// Every certificate that was listed since the start. A partner that leaves the list must not become a caller
        /// of the internal listener.
        var everListed: Set<CertificateFingerprint>
    }

    private struct State {
        var content: [UInt8]
        /// The failure that was logged last; nil once the file is correct again.
        var failure: TLSError?
    }

    private let path: String
    private let clock: any WallClock
    private let logger: Logger
    private let failures: Counter
    private let inForce: Mutex<InForce>
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
        let content = try Self.read(path)
        let list = try PartnerList(parsing: String(decoding: content, as: UTF8.self), path: path)
        inForce = Mutex(InForce(list: list, everListed: list.fingerprints))
        state = Mutex(State(content: content))
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
        return inForce.withLock { $0.list[certificate.fingerprint] }
    }

    /// Whether the certificate is a partner's, or was one since the start.
    func hasListed(_ certificate: ClientCertificate) -> Bool {
        inForce.withLock { $0.everListed.contains(certificate.fingerprint) }
    }

    /// The fingerprints are no secrets, so others may read the file. A user who can write it can add a caller.
    private static func read(_ path: String) throws(TLSError) -> [UInt8] {
        guard PrivateFile.access(to: path)?.canOthersChange != true else {
            throw .partnersAreShared(path: path)
        }
        return try TLSMaterial.read(path)
    }

    func check() {
        state.withLock { state in
            do throws(TLSError) {
                let content = try Self.read(path)
                if content != state.content {
                    let list = try PartnerList(parsing: String(decoding: content, as: UTF8.self), path: path)
                    inForce.withLock { inForce in
                        inForce.list = list
                        inForce.everListed.formUnion(list.fingerprints)
                    }
                    state.content = content
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
