import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Synchronization

/// The accounts whose first poll of a day has come, until they are written together (decision 0253).
///
/// Nobody waits for the writing. A process forgets those that wait if it ends, and those that find no room. The next
/// poll of such an account notes it again. An account that was away for long may end soon, so it is written at once.
package final class AccountUses: Sendable {
    /// Notes that accounts are in use on a day, in one transaction.
    package typealias Writing = @Sendable ([RegistrationID], CalendarDay) async throws -> Void

    private let record: Writing
    private let capacity: Int
    private let waiting = Mutex(Waiting())

    private struct Waiting {
        var days: [CalendarDay: Set<RegistrationID>] = [:]
        var count = 0

        mutating func insert(_ registration: RegistrationID, on day: CalendarDay) {
            if days[day, default: []].insert(registration).inserted {
                count += 1
            }
        }

        /// Some of those that wait, all of one day; nil if nobody waits.
        mutating func take(_ most: Int) -> (day: CalendarDay, registrations: [RegistrationID])? {
            guard let day = days.keys.min(), let taken = days[day].map({ Array($0.prefix(most)) }) else {
                return nil
            }
            // In place: a copy of all that wait, for each part, would take as long as the writing.
            taken.forEach { days[day]?.remove($0) }
            if days[day]?.isEmpty == true {
                days[day] = nil
            }
            count -= taken.count
            return (day, taken)
        }
    }

    /// - Parameter capacity: the most accounts that wait.
    package init(capacity: Int = 200_000, record: @escaping Writing) {
        self.record = record
        self.capacity = capacity
    }

    /// Notes the use of an account on a day.
    func note(_ account: Account, on day: CalendarDay) async throws {
        guard account.used < day else {
            return
        }
        guard day.days(since: account.used) <= Self.daysAway else {
            return try await record([account.registration], day)
        }
        keep([account.registration], on: day)
    }

    /// Writes all that wait, a part at a time, so that no other write waits long. What could not be written waits on.
    package func write() async throws {
        while let part = waiting.withLock({ $0.take(Self.partSize) }) {
            do {
                try await record(part.registrations, part.day)
            } catch {
                keep(part.registrations, on: part.day)
                throw error
            }
        }
    }

    private func keep(_ registrations: [RegistrationID], on day: CalendarDay) {
        waiting.withLock { waiting in
            for registration in registrations where waiting.count < capacity {
                waiting.insert(registration, on: day)
            }
        }
    }

    private static let partSize = 512
    /// Days without a poll after which it was away for long. `association.unused-days` is at least 30.
    private static let daysAway = 7
}
