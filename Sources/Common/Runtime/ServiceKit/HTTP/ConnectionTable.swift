import Logging
import Metrics
import NIOCore
import Synchronization

/// The open connections of one listener. If there are too many, the table closes those on which the server has waited
/// longest for the client. So nobody can lock others out with open, silent connections.
final class ConnectionTable: Sendable {
    private struct State {
        var slots: [ObjectIdentifier: ConnectionSlot] = [:]
        /// The time of the last eviction; nil if there was none.
        var lastEviction: NIODeadline?
        var lastLookAtBodies = NIODeadline.uptimeNanoseconds(0)
    }

    /// How crowded the listener is.
    enum Crowding {
        case none
        /// Connections were evicted within the last minute. New connections are served.
        case crowded
        /// The server works on a request of every connection. New connections wait in the system's queue.
        case full
    }

    /// The number of connections that are kept open.
    let limit: Int
    /// The number of connections that may be open for a moment, until those idle for longest are closed.
    let hardLimit: Int
    private let peers: PeerHash?
    private let listener: Listener.Kind
    private let logger: Logger
    private let state = Mutex(State())
    private let open: Meter
    private let evictions: Counter

    init(limits: TransportLimits, listener: Listener.Kind, metrics: any MetricsFactory, logger: Logger) {
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
        insert(slot)
    }

    /// Another connection makes room if there are too many.
    private func insert(_ slot: ConnectionSlot) {
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

    /// How long a connection may stay open without a request: a sixth of `usual` once three quarters of `limit` are
    /// taken.
    func idleLimit(_ usual: Duration) -> Duration {
        let count = state.withLock { $0.slots.count }
        return count >= limit - limit / 4 ? usual / 6 : usual
    }

    // MARK: - Making room

    /// Ends the connections that have waited longest for their clients. It ends several at once, because the search
    /// looks at all connections.
    private func makeRoom(for newcomer: ConnectionSlot) {
        evict { state in
            let others = state.slots.values.filter { $0 !== newcomer && $0.clientHasTurnSince != nil }
            let count = max(1, limit / 64, state.slots.count - limit)
            return oldest(count, of: peers == nil ? others : Self.largestGroup(of: others))
        }
    }

    /// Ends half of the connections that have been receiving their bodies for more than two seconds, the longest first.
    /// This frees memory for other bodies.
    func makeRoomForBodies() {
        let now = NIODeadline.now()
        evict { state in
            guard now - state.lastLookAtBodies >= Self.pauseBetweenLooks else {
                return []
            }
            state.lastLookAtBodies = now
            let latest = (now - Self.minTimeForBody).uptimeNanoseconds
            let holders = state.slots.values.filter { slot in
                slot.bodyBytes > 0 && slot.clientHasTurnSince.map { $0 < latest } ?? false
            }
            return oldest((holders.count + 1) / 2, of: holders)
        }
    }

    private func oldest(_ count: Int, of slots: [ConnectionSlot]) -> [(slot: ConnectionSlot, since: UInt64)] {
        let waiting = slots.compactMap { slot in slot.clientHasTurnSince.map { (slot: slot, since: $0) } }
        return Array(waiting.sorted { $0.since < $1.since }.prefix(count))
    }

    /// The connections of the client that has the most.
    private static func largestGroup(of slots: [ConnectionSlot]) -> [ConnectionSlot] {
        Dictionary(grouping: slots, by: \.peer).values.max { $0.count < $1.count } ?? []
    }

    /// Ends the connections that `choose` names. It chooses and removes them in one step. Two event loops that choose
    /// the same connection would make room once for two newcomers, until silent connections fill the listener.
    private func evict(_ choose: (inout State) -> [(slot: ConnectionSlot, since: UInt64)]) {
        let (chosen, isFirst, count) = state.withLock { state in
            let chosen = choose(&state)
            guard !chosen.isEmpty else {
                return (chosen, false, state.slots.count)
            }
            for (slot, _) in chosen {
                // They make room from now on, although it takes a moment to close them.
                state.slots[ObjectIdentifier(slot)] = nil
            }
            let isRecent = state.lastEviction.map { .now() - $0 < Self.memory } ?? false
            state.lastEviction = .now()
            return (chosen, !isRecent, state.slots.count)
        }
        guard !chosen.isEmpty else {
            return
        }
        evictions.increment(by: chosen.count)
        if isFirst {
            logger.record(LoggedEvent.connectionsCrowded(listener: listener.rawValue, open: count, limit: limit))
        }
        for (slot, since) in chosen {
            // Its client was active in the last moment, so another connection is chosen.
            slot.close(ifWaitingSince: since) { self.insert(slot) }
        }
    }

    /// How long the listener counts as crowded after an eviction.
    private static let memory = TimeAmount.seconds(60)
    private static let minTimeForBody = TimeAmount.seconds(2)
    private static let pauseBetweenLooks = TimeAmount.milliseconds(100)
}
