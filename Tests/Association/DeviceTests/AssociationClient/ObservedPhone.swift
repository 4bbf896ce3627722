import AssociationAPI
import AssociationProtocol
import AssociationStoreConformance
import ClientKit
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import WireFormat

@testable import AssociationClient

/// The rules of a phone's app on a network whose n-th request takes the same time, and is lost or not, on each phone
/// with the same seed. An observer compares what leaves.
struct ObservedPhone {
    private(set) var state: AppState
    private(set) var trace: [Sent] = []
    /// Genuine batches that arrived.
    private(set) var batches = 0
    /// How often the authority refuses the code.
    var refusals = 0
    private(set) var now: UnixTime
    private let reducer: AppReducer
    private var scheduled: [PhoneTask: UnixTime] = [:]
    /// For what the app does by itself.
    private var times: SeededGenerator
    /// For what its owner does, and for the content of requests.
    private var contents: SeededGenerator
    private var network: SeededGenerator
    private var received = [Bool](repeating: false, count: AssociationLimits.batchCount)

    /// A request as an observer sees it.
    struct Sent: Equatable {
        let time: UnixTime
        let target: String
        let size: Int
    }

    /// - Parameter phone: where it begins. It has an account.
    init(_ phone: SamplePhone, seed: UInt64) async {
        (state, reducer, now) = (await phone.state, phone.app.container.definition.reducer, phone.clock.now())
        (times, contents) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed &+ 1000))
        network = SeededGenerator(seed: seed &+ 2000)
        wake(for: .rotation)
    }

    /// Its owner acts.
    mutating func act(_ actions: AppAction...) {
        for action in actions {
            follow(reducer.reduce(&state, action, at: now, using: &contents))
        }
    }

    mutating func run(until end: UnixTime) {
        while let next = scheduled.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }), next.value <= end {
            now = max(now, next.value)
            wake(for: next.key)
        }
        now = max(now, end)
    }

    /// Plants a fault: a slot begins now.
    mutating func moveSlot() {
        state.traffic.memory.nextSlot = now
        scheduled[.traffic] = now
    }

    private mutating func wake(for task: PhoneTask) {
        scheduled[task] = nil
        follow(reducer.reduce(&state, .woken(task), at: now, using: &times))
    }

    private mutating func follow(_ effects: [AppEffect]) {
        for effect in effects {
            if let end = perform(effect) {
                let action = AppAction.effectEnded(EffectEnd(end))
                follow(reducer.reduce(&state, action, at: now, using: &contents))
            }
        }
    }

    private mutating func perform(_ effect: AppEffect) -> AppMessage? {
        switch effect {
        case .schedule(let task, let time): scheduled[task] = time
        case .show(let notification): return .notices(.shown(notification))
        case .poll(let account):
            let body = try? PollCall.poll.message(of: account, at: now, using: &contents).body
            let isLost = send(body, to: .poll)
            return .alerts(.polled(isLost ? .failure(.lost) : .success(PolledAlerts(alerts: [], isKnown: true))))
        case .send(let call):
            let body = try? call.body(at: now, using: &contents)
            let isLost = send(body, to: call.place)
            return .report(.answered(isLost ? CallAnswer(.lost, to: call) : answer(to: call)))
        default: break
        }
        return nil
    }

    /// - Returns: whether it is lost.
    private mutating func send(_ body: [UInt8]?, to place: SlotPlace) -> Bool {
        trace.append(Sent(time: now, target: place.endpoint.path, size: body?.count ?? 0))
        now = now.advanced(bySeconds: .random(in: 0...20, using: &network))
        return UInt8.random(in: 0..<6, using: &network) == 0
    }

    private mutating func answer(to call: SlotCall) -> CallAnswer {
        switch call {
        case .decoyRight, .decoyBatch: return .decoy
        case .right:
            guard refusals == 0 else {
                refusals -= 1
                return .right(.success(.refused))
            }
            return .right(.success(RightAnswer(right: AssociationSamples.right(1), received: received)))
        case .batch(_, let order):
            batches += 1
            // Batches without a contact have one digest, so one of them stands for all.
            for (place, isThere) in received.enumerated() where !isThere {
                received[place] = true
                if !order.contacts.isEmpty {
                    break
                }
            }
            return .batch(nil)
        }
    }
}

extension SlotCall {
    fileprivate var place: SlotPlace {
        switch self {
        case .right, .decoyRight: .right
        case .batch, .decoyBatch: .batch
        }
    }
}
