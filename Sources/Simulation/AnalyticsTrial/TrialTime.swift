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

    /// Moves to `moment` past everyone who sleeps until then, one after the other.
    ///
    /// - Parameter settle: returns once all work that somebody who woke does is done.
    func move(to moment: UnixTime, settling settle: () async throws -> Void) async throws {
        let target = Duration.seconds(moment.seconds(since: origin))
        try await settle()
        while let next = pacemaker.wakeUps.first, next <= target {
            pacemaker.advance(by: next - pacemaker.elapsed())
            try await settle()
        }
        pacemaker.advance(by: target - pacemaker.elapsed())
    }
}
