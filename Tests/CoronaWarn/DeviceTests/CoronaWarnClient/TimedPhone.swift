import ClientKit
import ClientTesting
import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import PhonePorts

@testable import CoronaWarnClient

/// A phone whose requests take time on the network, as somebody at its connection sees them.
///
/// The n-th request takes the same time on each phone with the same seed, whatever it is for.
struct TimedPhone {
    var world: PhoneWorld
    /// Seconds since the beginning.
    private(set) var time = 0.0
    private let start: UnixTime
    private var network: SeededGenerator
    private var pending: [Pending] = []
    private(set) var trace: [Sent] = []
    /// The places of genuine requests in the trace, which nobody at the connection sees.
    private(set) var genuine: Set<Int> = []
    /// The genuine answers.
    private(set) var answers: [(kind: PhoneWorld.Event.Kind, time: Double)] = []
    /// Whether requests are noted.
    var keepsTrace = true
    /// Whether requests fail at once, because there is no network.
    var isOffline = false

    /// A request as an observer sees it.
    struct Sent: Equatable {
        let host: PhoneHost
        let size: Int
        let time: Double
    }

    private struct Pending {
        let time: Double
        let end: AppMessage?
        /// The effects that come after the one that ends.
        let rest: ArraySlice<AppEffect>
    }

    init(_ world: PhoneWorld, seed: UInt64) {
        (self.world, start, network) = (world, world.now, SeededGenerator(seed: seed))
    }

    mutating func send(_ action: AppAction) {
        follow(world.reducer.reduce(&world.state, action, at: world.now, using: &world.generator)[...])
    }

    /// Plants a fault: the plan begins again here.
    mutating func movePlan() {
        world.state.traffic.opening = OpeningPlan(openedAt: world.now, after: nil)
        world.scheduled[.planned] = world.now
    }

    /// Ends requests and runs tasks until `end`, each at its time.
    mutating func run(until end: Double) {
        while true {
            let task = world.scheduled.min { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
            let taskTime = task.map { max(Double($0.value.seconds(since: start)), time) } ?? .infinity
            let place = pending.indices.min { pending[$0].time < pending[$1].time }
            let endTime = place.map { pending[$0].time } ?? .infinity
            guard min(taskTime, endTime) <= end else {
                break
            }
            if let place, endTime <= taskTime {
                let item = pending.remove(at: place)
                move(to: item.time)
                follow(effects(of: item.end) + item.rest)
            } else if let task {
                world.scheduled[task.key] = nil
                move(to: taskTime)
                send(.woken(task.key))
            }
        }
        move(to: end)
    }

    private mutating func move(to new: Double) {
        time = max(time, new)
        world.now = max(world.now, start.advanced(bySeconds: Int64(time)))
    }

    private mutating func effects(of end: AppMessage?) -> ArraySlice<AppEffect> {
        guard let end else {
            return []
        }
        if case .traffic(.answered(let answer)) = end, let kind = answer.kind {
            answers.append((kind, time))
        }
        let action = AppAction.effectEnded(EffectEnd(end))
        return world.reducer.reduce(&world.state, action, at: world.now, using: &world.generator)[...]
    }

    /// As the container: one effect after the other, each with its consequences.
    private mutating func follow(_ all: ArraySlice<AppEffect>) {
        var all = all
        while let effect = all.popFirst() {
            guard let delay = delay(of: effect) else {
                all = effects(of: world.perform(effect)) + all
                continue
            }
            pending.append(Pending(time: time + delay, end: end(of: effect), rest: all))
            return
        }
    }

    private mutating func end(of effect: AppEffect) -> AppMessage? {
        if isOffline, case .send(let call) = effect {
            return .traffic(.answered(CallAnswer(.unreachable, to: call)))
        }
        return world.perform(effect)
    }

    /// Seconds until an effect ends; nil for one that ends at once.
    private mutating func delay(of effect: AppEffect) -> Double? {
        switch effect {
        case .send(let call) where keepsTrace:
            var generator = SeededGenerator(seed: 1)
            let request = call.request(using: &generator)
            if call != .fake(call.kind) {
                genuine.insert(trace.count)
            }
            trace.append(Sent(host: request.host, size: WireSize.of(request, authority: "example.org"), time: time))
        case .send: break
        case .session(.download(let order)):
            trace.append(Sent(host: .download, size: order.wantsPackages ? 1 : 0, time: time))
        // The owner reads the system's question.
        case .askForKeys: return 6
        case .show: return 1
        default: return nil
        }
        return isOffline ? 0.01 : Self.networkTime(using: &network)
    }

    /// Seconds: the floor of the servers' answers and a connection of 0.35 s, seldom much more. One in fifty takes over
    /// two seconds.
    static func networkTime(using generator: inout some RandomNumberGenerator) -> Double {
        let first = Double.random(in: 0x1p-53..<1, using: &generator)
        let normal = (-2 * log(first)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
        return 0.15 + 0.35 * exp(0.82 * normal)
    }
}

extension CallAnswer {
    /// The kind of the genuine request; nil for a fake.
    fileprivate var kind: PhoneWorld.Event.Kind? {
        switch self {
        case .fake: nil
        case .registration: .registration
        case .question: .question
        case .tan: .tan
        case .upload: .upload
        }
    }
}

extension SequenceCall {
    /// The request as it leaves.
    fileprivate func request(using generator: inout some RandomNumberGenerator) -> PhoneRequest {
        switch self {
        case .fake(let kind): ExchangeRequests.fake(kind, using: &generator)
        case .register(let attempt): ExchangeRequests.registration(attempt.request)
        case .ask(let token): ExchangeRequests.result(of: token)
        case .takeTAN(let token, let nonce): ExchangeRequests.tan(for: token, nonce: nonce)
        case .upload(let tan, let body): ExchangeRequests.upload(body, with: tan)
        }
    }
}
