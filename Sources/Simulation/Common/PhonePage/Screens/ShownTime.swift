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

/// A client's phrases about moments.
package protocol MomentPhrase: LocalisedText {
    static func today(time: String) -> Self
    static func yesterday(time: String) -> Self
    static func earlier(day: String, time: String) -> Self
}

extension MomentPhrase {
    /// For example "today at 14:10".
    package static func moment(_ moment: UnixTime, now: UnixTime, in language: Language) -> String {
        let time = ShownTime.time(moment)
        let phrase =
            switch now.utcDay.days(since: moment.utcDay) {
            case 0: today(time: time)
            case 1: yesterday(time: time)
            default: earlier(day: ShownTime.day(moment.utcDay, in: language), time: time)
            }
        return phrase.text(in: language)
    }
}
