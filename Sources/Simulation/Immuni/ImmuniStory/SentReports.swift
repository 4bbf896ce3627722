import AnalyticsStores
import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Synchronization
import WireFormat

/// The genuine reports that left the phones, as they were on the wire.
final class SentReports: Sendable {
    private let clock: any WallClock
    private let noted = Mutex<[(day: CalendarDay, facts: OperationalFacts)]>([])

    init(clock: any WallClock) {
        self.clock = clock
    }

    func of(_ day: CalendarDay) -> [OperationalFacts] {
        noted.withLock { $0.filter { $0.day == day }.map(\.facts) }
    }

    func note(_ request: PhoneRequest) {
        let today = clock.now().utcDay
        let isGenuine = request.headers.contains {
            $0.name == ImmuniHeader.dummyData && $0.value == DummyFlag.genuine.rawValue
        }
        guard isGenuine, request.target == ImmuniEndpoint.appleOperationalInfo.path,
            let info = try? OperationalInfoRequest(parsing: request.body, today: today)
        else {
            return
        }
        noted.withLock { $0.append((today, info.facts(.ios))) }
    }
}
