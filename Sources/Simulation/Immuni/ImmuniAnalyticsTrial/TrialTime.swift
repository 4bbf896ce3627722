import ExposurePrimitives
import ServiceKit

/// The time of a trial: calendar and monotonic clock stand still until the trial moves both.
struct TrialTime: WallClock {
    let pacemaker = ManualPacemaker()
    private let origin: UnixTime

    init(origin: UnixTime) {
        self.origin = origin
    }

    func now() -> UnixTime {
        origin.advanced(bySeconds: pacemaker.elapsed().components.seconds)
    }

    /// Moves to the next moment for which a task sleeps, if it is not after `moment`; returns false otherwise.
    func step(upTo moment: UnixTime) -> Bool {
        guard let next = pacemaker.wakeUps.first, next <= elapsed(at: moment) else {
            return false
        }
        pacemaker.advance(by: next - pacemaker.elapsed())
        return true
    }

    /// Moves to `moment`, past all sleeping tasks.
    func jump(to moment: UnixTime) {
        pacemaker.advance(by: elapsed(at: moment) - pacemaker.elapsed())
    }

    private func elapsed(at moment: UnixTime) -> Duration {
        .seconds(moment.seconds(since: origin))
    }
}
