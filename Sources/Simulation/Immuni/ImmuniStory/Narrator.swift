import AnalyticsStores
import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Synchronization
import WireFormat

/// Prints the story line by line, with numbered steps.
final class Narrator: Sendable {
    private let output: @Sendable (String) -> Void
    private let step = Mutex(0)

    init(_ output: @escaping @Sendable (String) -> Void) {
        self.output = output
    }

    /// Begins the next step.
    func step(_ text: String) {
        let number = step.withLock { number in
            number += 1
            return number
        }
        output("\n\(number). \(text)")
    }

    /// Adds to the step.
    func detail(_ text: String) {
        output("   \(text)")
    }

    func line(_ text: String) {
        output(text)
    }

    /// `number` with its thousands separated.
    static func grouped(_ number: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(number))
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return ([rest] + groups).joined(separator: " ")
    }
}

/// Passes requests on and prints what was sent and received.
struct NarratingTransport: PhoneTransport {
    let base: any PhoneTransport
    let narrator: Narrator
    let speaker: String
    /// The collection of the phones' reports; nil if nobody compares them.
    var reports: SentReports?

    func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] {
        base.addedHeaders(to: host)
    }

    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        let call = "\(speaker): \(request.method.rawValue) \(request.target)"
        do {
            let response = try await base.send(request)
            reports?.note(request)
            let sent = Narrator.grouped(request.wireSize(adding: addedHeaders(to: request.host)))
            let received = Narrator.grouped(response.body.count)
            narrator.detail("\(call) → \(response.status) (\(sent) bytes sent, body of \(received) bytes received)")
            return response
        } catch {
            narrator.detail("\(call) → no answer: \(error)")
            throw error
        }
    }
}

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

    fileprivate func note(_ request: PhoneRequest) {
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
