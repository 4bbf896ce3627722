import ExposurePrimitives
import ServiceKit

/// The time of a trial: calendar and monotonic clock stand still until the trial moves both.
struct TrialTime: WallClock {
    let monotonicClock = ManualMonotonicClock()
    private let origin: UnixTime

    init(origin: UnixTime) {
        self.origin = origin
    }

    func now() -> UnixTime {
        origin.advanced(bySeconds: monotonicClock.elapsed().components.seconds)
    }

    /// Moves to the next moment for which a task sleeps, if it is not after `moment`; returns false otherwise.
    func step(upTo moment: UnixTime) -> Bool {
        guard let next = monotonicClock.wakeUps.first, next <= elapsed(at: moment) else {
            return false
        }
        monotonicClock.advance(by: next - monotonicClock.elapsed())
        return true
    }

    /// Moves to `moment`, past all sleeping tasks.
    func jump(to moment: UnixTime) {
        monotonicClock.advance(by: elapsed(at: moment) - monotonicClock.elapsed())
    }

    private func elapsed(at moment: UnixTime) -> Duration {
        .seconds(moment.seconds(since: origin))
    }
}
