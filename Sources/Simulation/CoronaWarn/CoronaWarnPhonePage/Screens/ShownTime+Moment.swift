import CoronaWarnTexts
import ExposurePrimitives
import Localisation
import PhonePage

extension ShownTime {
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
}
