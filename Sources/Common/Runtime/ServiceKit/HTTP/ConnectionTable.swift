import Logging
import Metrics
import NIOCore
import Synchronization

/// The open connections of one listener. When there are too many, those go first whose clients have kept the server
/// waiting longest, so that nobody can lock others out by opening connections and saying nothing.
final class ConnectionTable: Sendable {
    private struct State {
        var slots: [ObjectIdentifier: ConnectionSlot] = [:]
        /// When a connection last had to go; nil as long as none had to.
        var lastEviction: NIODeadline?
        var lastLookAtBodies = NIODeadline.uptimeNanoseconds(0)
    }

    /// How the listener stands.
    enum Crowding {
        case none
        /// Connections had to go within the last minute. Newcomers are served.
        case crowded
        /// Every connection is being worked on: newcomers wait in the system's queue.
        case full
    }

    /// Connections that are kept open.
    let limit: Int
    /// Connections that may be open for a moment, until the longest idle ones have gone.
    let hardLimit: Int
    private let peers: PeerHash?
    private let listener: Listener.Kind
    private let logger: Logger
    private let state = Mutex(State())
    private let open: Meter
    private let evictions: Counter

    init(
        limits: TransportLimits,
        listener: Listener.Kind,
        metrics: any MetricsFactory,
        logger: Logger
    ) {
        limit = limits.connections
        hardLimit = limits.connectionsForAMoment
        peers = limits.isFairToPeers ? PeerHash() : nil
        self.listener = listener
        self.logger = logger
        let labels = [("listener", listener.rawValue)]
        open = Meter(label: Self.openLabel, dimensions: labels, factory: metrics)
        evictions = Counter(label: Self.evictionsLabel, dimensions: labels, factory: metrics)
    }

    static let openLabel = "http_open_connections"
    static let evictionsLabel = "http_connections_evicted_total"

    func slot(for channel: any Channel) -> ConnectionSlot {
        ConnectionSlot(channel: channel, peer: peers?.hash(of: channel.remoteAddress))
    }

    func add(_ slot: ConnectionSlot) {
        open.increment()
        let excess = state.withLock { state in
            state.slots[ObjectIdentifier(slot)] = slot
            return state.slots.count - limit
        }
        if excess > 0 {
            makeRoom(for: slot)
        }
    }

    func remove(_ slot: ConnectionSlot) {
        open.decrement()
        state.withLock { _ = $0.slots.removeValue(forKey: ObjectIdentifier(slot)) }
    }

    var crowding: Crowding {
        state.withLock { state in
            if state.slots.count >= hardLimit {
                return .full
            }
            let isRecent = state.lastEviction.map { .now() - $0 < Self.memory } ?? false
            return isRecent || state.slots.count > limit ? .crowded : .none
        }
    }

    /// How long a connection may stay open without a request: a sixth of `limit` where three quarters are taken.
    func idleLimit(_ usual: Duration) -> Duration {
        let count = state.withLock { $0.slots.count }
        return count >= limit - limit / 4 ? usual / 6 : usual
    }

    // MARK: - Making room

    /// Ends the connections that have waited longest for their clients: several at once, since looking for them takes a
    /// look at all.
    private func makeRoom(for newcomer: ConnectionSlot) {
        let others = state.withLock { state in
            state.slots.values.filter { $0 !== newcomer && $0.clientHasTurnSince != nil }
        }
        evict(oldest(max(1, limit / 64), of: peers == nil ? others : Self.largestGroup(of: others)))
    }

    /// Ends the connections that have received their bodies for the longest time, where that is more than two seconds:
    /// half of them, so that the memory for bodies is there for others.
    func makeRoomForBodies() {
        let now = NIODeadline.now()
        let holders: [ConnectionSlot] = state.withLock { state in
            guard now - state.lastLookAtBodies >= Self.pauseBetweenLooks else {
                return []
            }
            state.lastLookAtBodies = now
            let latest = (now - Self.minTimeForBody).uptimeNanoseconds
            return state.slots.values.filter { slot in
                slot.bodyBytes > 0 && slot.clientHasTurnSince.map { $0 < latest } ?? false
            }
        }
        evict(oldest((holders.count + 1) / 2, of: holders))
    }

    private func oldest(_ count: Int, of slots: [ConnectionSlot]) -> [(slot: ConnectionSlot, since: UInt64)] {
        let waiting = slots.compactMap { slot in slot.clientHasTurnSince.map { (slot: slot, since: $0) } }
        return Array(waiting.sorted { $0.since < $1.since }.prefix(count))
    }

    /// The connections of the client that has the most.
    private static func largestGroup(of slots: [ConnectionSlot]) -> [ConnectionSlot] {
        Dictionary(grouping: slots, by: \.peer).values.max { $0.count < $1.count } ?? []
    }

    private func evict(_ chosen: [(slot: ConnectionSlot, since: UInt64)]) {
        guard !chosen.isEmpty else {
            return
        }
        let (isFirst, count) = state.withLock { state in
            for (slot, _) in chosen {
                // They make room from now on, though closing takes a moment.
                state.slots[ObjectIdentifier(slot)] = nil
            }
            let isRecent = state.lastEviction.map { .now() - $0 < Self.memory } ?? false
            state.lastEviction = .now()
            return (!isRecent, state.slots.count)
        }
        evictions.increment(by: chosen.count)
        if isFirst {
            logger.record(LoggedEvent.connectionsCrowded(listener: listener.rawValue, open: count, limit: limit))
        }
        for (slot, since) in chosen {
            slot.close(ifWaitingSince: since) { self.keep(slot) }
        }
    }

    /// Takes a connection back whose client has done something in the last moment.
    private func keep(_ slot: ConnectionSlot) {
        state.withLock { $0.slots[ObjectIdentifier(slot)] = slot }
    }

    /// How long the listener counts as crowded after a connection had to go.
    private static let memory = TimeAmount.seconds(60)
    private static let minTimeForBody = TimeAmount.seconds(2)
    private static let pauseBetweenLooks = TimeAmount.milliseconds(100)
}
