package import ExposurePrimitives
package import Localisation

/// Days and times in a form for people; in UTC, like the framework's.
package enum ShownTime {
    package static func day(_ day: CalendarDay, in language: Language) -> String {
        let parts = "\(day)".split(separator: "-").map(String.init)
        guard parts.count == 3 else {
            return "\(day)"
        }
        let separator = language == .german ? "." : "/"
        return parts.reversed().joined(separator: separator)
    }

    package static func time(_ time: UnixTime) -> String {
        let seconds = time.seconds % UnixTime.secondsPerDay
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
    }
}
