import ExposurePrimitives
import Synchronization

/// The value of the Date header (RFC 9110, 5.6.7: IMF-fixdate), always 29 bytes, made once a second.
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
            let text = Self.text(of: moment)
            latest = (moment, text)
            return text
        }
    }

    static func text(of moment: UnixTime) -> String {
        let day = moment.utcDay
        let secondOfDay = moment.seconds(since: day.startInUTC)
        // 1970-01-01 was a Thursday.
        let weekday = ((day.daysSinceEpoch + 4) % 7 + 7) % 7
        let (year, month, dayOfMonth) = day.components
        let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
            .map { twoDigits(Int($0)) }
            .joined(separator: ":")
        return "\(weekdays[weekday]), \(twoDigits(dayOfMonth)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
