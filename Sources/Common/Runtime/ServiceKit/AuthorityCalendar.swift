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
        let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(moment.seconds)))
        return moment.advanced(bySeconds: Int64(offset)).utcDay
    }
}
