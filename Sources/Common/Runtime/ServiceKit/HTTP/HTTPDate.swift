import ExposurePrimitives
import Synchronization

/// The value of the Date header, made once a second.
final class HTTPDate: Sendable {
    private let clock: any WallClock
    private let latest = Mutex<(moment: UnixTime, text: String)?>(nil)

    init(clock: any WallClock) {
        self.clock = clock
    }

    var now: String {
        let moment = clock.now()
        return latest.withLock { latest in
            if let latest, latest.moment == moment {
                return latest.text
            }
            let text = moment.httpDate
            latest = (moment, text)
            return text
        }
    }
}
