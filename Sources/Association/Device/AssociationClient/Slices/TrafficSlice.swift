import ClientKit
import ExposurePrimitives

/// Sequences of requests to the authority, at random times that depend on nothing. A genuine report waits for one.
typealias TrafficState = StateSlice<TrafficMemory, TrafficSession>

struct TrafficMemory: Codable, Equatable, Sendable {
    /// Nil before the registration.
    var plan: CoverTrafficPlan?
}

/// An interrupted sequence has ended.
struct TrafficSession: Equatable, Sendable {
    var sequence: DummySequence?
}

enum TrafficMessage: Sendable {
    case start
    case woken
    case requestWakeUp
}

struct TrafficReducer: AppSlice {
    let parameters: CoverTraffic.Parameters

    func reduce(
        _ state: inout TrafficState,
        _ message: TrafficMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        var traffic = CoverTraffic(plan: state.plan, sequence: state.sequence)
        defer { (state.memory.plan, state.session.sequence) = (traffic.plan, traffic.sequence) }
        switch message {
        case .start:
            guard traffic.plan == nil else {
                return []
            }
            traffic.begin(at: now, parameters, using: &generator)
            return wakeUp(traffic)
        case .requestWakeUp:
            traffic.renewOpportunity(at: now, parameters, using: &generator)
            return wakeUp(traffic)
        case .woken:
            let isOpen = whole.life.isForeground
            let steps = traffic.woken(at: now, isAppOpen: isOpen, parameters, using: &generator)
            return steps.map(step) + (isOpen ? [.tell(.notices(.showUnshown))] : [])
        }
    }

    private func step(_ step: CoverTraffic.Step) -> AppStep {
        switch step {
        case .send(let position): .tell(.report(.send(position: position)))
        case .wake(let time): .perform(.schedule(.traffic, at: time))
        }
    }

    private func wakeUp(_ traffic: CoverTraffic) -> [AppStep] {
        traffic.wakeUp(on: .background).map { [.perform(.schedule(.traffic, at: $0))] } ?? []
    }
}
