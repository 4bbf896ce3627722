import ClientKit
import ExposurePrimitives

/// Slots of requests to the authority, at random times that depend on nothing. A genuine report waits for them.
typealias TrafficState = StateSlice<TrafficMemory, TrafficSession>

struct TrafficMemory: Codable, Equatable, Sendable {
    /// Nil before the registration, and in the files of version 0.2.
    var nextSlot: UnixTime?
}

struct TrafficSession: Equatable, Sendable {
    var rest: SlotPlan.Rest?
}

enum TrafficMessage: Sendable {
    /// A new account has its slots.
    case start
    case woken
    case requestWakeUp
}

struct TrafficReducer: AppSlice {
    /// Seconds from one slot to the next, on average.
    let mean: Int

    func reduce(
        _ state: inout TrafficState,
        _ message: TrafficMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        // A phone takes part no more after the end of its account.
        guard whole.account.account != nil else {
            return []
        }
        var plan = SlotPlan(mean: mean, next: state.nextSlot, rest: state.rest)
        var place: SlotPlace?
        switch message {
        case .start: plan.begin(at: now, using: &generator)
        case .requestWakeUp: plan.renew(at: now, using: &generator)
        case .woken: place = plan.woken(at: now, using: &generator)
        }
        (state.memory.nextSlot, state.session.rest) = (plan.next, plan.rest)
        let wakeUp = plan.wakeUp.map { AppStep.perform(.schedule(.traffic, at: $0)) }
        return [place.map(send), wakeUp].compactMap(\.self)
    }

    private func send(_ place: SlotPlace) -> AppStep {
        switch place {
        case .right: .tell(.report(.askForRight))
        case .batch: .tell(.report(.sendBatch))
        case .poll: .tell(.alerts(.poll))
        }
    }
}
