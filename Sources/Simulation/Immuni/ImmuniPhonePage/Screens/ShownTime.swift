import ImmuniTexts
import ExposurePrimitives
import Localisation

/// Days and times in a form for people; in UTC, like the framework's.
enum ShownTime {
    static func day(_ day: CalendarDay, in language: Language) -> String {
        let parts = "\(day)".split(separator: "-").map(String.init)
        guard parts.count == 3 else {
            return "\(day)"
        }
        let separator = language == .german ? "." : "/"
        return parts.reversed().joined(separator: separator)
    }

    /// For example "today at 14:10".
    static func moment(_ moment: UnixTime, now: UnixTime, in language: Language) -> String {
        let time = time(moment)
        let phrase =
            switch now.utcDay.days(since: moment.utcDay) {
            case 0: AppPhrase.today(time: time)
            case 1: AppPhrase.yesterday(time: time)
            default: AppPhrase.earlier(day: day(moment.utcDay, in: language), time: time)
            }
        return phrase.text(in: language)
    }

    static func time(_ time: UnixTime) -> String {
        let seconds = time.seconds % UnixTime.secondsPerDay
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
    }
}
