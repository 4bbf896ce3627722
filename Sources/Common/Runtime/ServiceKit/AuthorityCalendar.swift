package import ExposurePrimitives
import Foundation

/// The calendar of the health authority. It gives the day in the authority's time zone.
package struct AuthorityCalendar: Sendable {
    private let timeZone: TimeZone

    package enum CalendarError: Error, Hashable {
        case unknownTimeZone(String)
    }

    /// - Parameter identifier: a name of the IANA time zone database, for example `Europe/Rome`.
    package init(timeZone identifier: String) throws(CalendarError) {
        guard let timeZone = TimeZone(identifier: identifier) else {
            throw .unknownTimeZone(identifier)
        }
        self.timeZone = timeZone
    }

    /// The name of the time zone.
    package var identifier: String { timeZone.identifier }

    /// The authority's calendar day at `moment`.
    package func day(of moment: UnixTime) -> CalendarDay {
        local(moment).utcDay
    }

    /// The authority's time of day at `moment`: `14:05`.
    package func timeOfDay(of moment: UnixTime) -> String {
        let minute = local(moment).seconds(since: day(of: moment).startInUTC) / 60
        func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(padded(minute / 60)):\(padded(minute % 60))"
    }

    /// The moment at which it is in UTC as late as it is here at `moment`.
    private func local(_ moment: UnixTime) -> UnixTime {
        let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(moment.seconds)))
        return moment.advanced(bySeconds: Int64(offset))
    }
}
