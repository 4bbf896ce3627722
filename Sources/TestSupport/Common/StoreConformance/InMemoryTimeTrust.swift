package import ClockPorts
package import ExposurePrimitives
package import Persistence
import Synchronization

/// The memory of the time in memory, the reference of the conformance suite. It can have one planted fault.
package final class InMemoryTimeTrust: TimeTrustStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case sharesReadings
        case sharesOwnMarks
        case keepsMarksApart
        case neverMovesTheMarkBack
        case losesHolds
        case losesTheMarkOfAHold
        case hidesMachines
        case confirmsAllMachines
        case confirmsWithoutTheMark
        case losesTheUptime
        case keepsEveryMachine
        case forgetsByTheClock
        case seesNoOthers
        case countsItself
        case countsHeldMachines
    }

    private struct State {
        var mark: UnixTime?
        var machines: [String: TimeTrust] = [:]
        /// When each entry was stored.
        var turns: [String: Int64] = [:]
        var writes = 0
        var isFailing = false
    }

    private let evidence: UnixTime?
    private let fault: Fault?
    private let state = Mutex(State())

    /// - Parameter evidence: the latest moment in the content.
    package init(evidence: UnixTime? = nil, fault: Fault? = nil) {
        self.evidence = evidence
        self.fault = fault
    }

    package var writes: Int { state.withLock { $0.writes } }

    package func fail(_ isFailing: Bool) {
        state.withLock { $0.isFailing = isFailing }
    }

    package func trust(of boot: String) async throws(StoreError) -> TimeTrust? {
        try answering { state in trust(of: boot, state) }
    }

    package func machines() async throws(StoreError) -> [MachineTrust] {
        try answering { state in
            state.machines.keys.sorted().compactMap { boot in
                trust(of: boot, state).map { MachineTrust(boot: boot, trust: $0) }
            }.filter { fault != .hidesMachines || $0.trust.hold == nil }
        }
    }

    package func latestEvidence() async throws(StoreError) -> UnixTime? { evidence }

    package func changeTrust<Outcome: Sendable>(
        of boot: String,
        _ change: @escaping @Sendable (inout TimeTrust?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try answering { state in
            let before = trust(of: boot, state)
            var trust = before
            let outcome = change(&trust)
            if let trust, trust != before {
                write(trust, of: boot, &state)
            }
            return outcome
        }
    }

    package func confirm(_ reading: ClockReading) async throws(StoreError) {
        try answering { state in
            let trust =
                fault == .confirmsWithoutTheMark
                ? TimeTrust(mark: state.mark ?? reading.time, ownMark: reading.time, anchor: reading)
                : TimeTrust(confirming: reading)
            for boot in state.machines.keys where fault == .confirmsAllMachines {
                state.machines[boot] = trust
            }
            write(trust, of: reading.boot, &state)
        }
    }

    private func trust(of boot: String, _ state: State) -> TimeTrust? {
        guard let mark = state.mark else {
            return nil
        }
        let own = fault == .sharesReadings ? state.machines.values.first : state.machines[boot]
        return TimeTrust(
            mark: fault == .keepsMarksApart ? own?.mark ?? mark : mark,
            ownMark: fault == .sharesOwnMarks ? mark : own?.ownMark,
            anchor: own?.anchor,
            trustedSinceBoot: fault == .losesTheUptime ? 0 : own?.trustedSinceBoot ?? 0,
            hold: own?.hold.map { hold in
                fault == .losesTheMarkOfAHold
                    ? TimeTrust.Hold(reading: hold.reading, mark: mark, others: hold.others) : hold
            },
            others: others(than: boot, state)
        )
    }

    private func others(than boot: String, _ state: State) -> Int64 {
        let others = state.machines.filter { name, trust in
            (name != boot || fault == .countsItself) && (trust.hold == nil || fault == .countsHeldMachines)
        }
        return fault == .seesNoOthers ? 0 : others.keys.compactMap { state.turns[$0] }.max() ?? 0
    }

    private func write(_ trust: TimeTrust, of boot: String, _ state: inout State) {
        state.writes += 1
        let earlier = fault == .neverMovesTheMarkBack ? state.mark : nil
        state.mark = max(trust.mark, earlier ?? trust.mark)
        let isNew = state.machines[boot] == nil
        state.machines[boot] =
            fault == .losesHolds
            ? TimeTrust(
                mark: trust.mark,
                ownMark: trust.ownMark,
                anchor: trust.anchor,
                trustedSinceBoot: trust.trustedSinceBoot
            ) : trust
        state.turns[boot] = (state.turns.values.max() ?? 0) + 1
        if isNew, fault != .keepsEveryMachine {
            forgetOldestEntries(&state)
        }
    }

    private func forgetOldestEntries(_ state: inout State) {
        let kept = state.machines.keys.sorted { one, other in
            fault == .forgetsByTheClock
                ? state.machines[one]?.ownMark ?? UnixTime(0) > state.machines[other]?.ownMark ?? UnixTime(0)
                : state.turns[one] ?? 0 > state.turns[other] ?? 0
        }.prefix(MachineTrust.maxCount)
        state.machines = state.machines.filter { kept.contains($0.key) }
    }

    private func answering<Value: Sendable>(
        _ body: (inout sending State) -> sending Value
    ) throws(StoreError) -> Value {
        let answer = state.withLock { state in state.isFailing ? nil : body(&state) }
        guard let answer else {
            throw .unavailable(reason: "planted")
        }
        return answer
    }
}
