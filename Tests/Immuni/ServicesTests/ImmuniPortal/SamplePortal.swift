import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ImmuniPortal
import ImmuniServing
import OperatorStores
import PortalTesting
import ServiceKit
import ServiceTesting
import Synchronization

/// The operators' pages with Immuni's section alone, and an OTP Service that a test directs.
struct SamplePortal {
    let authority = DirectedAuthority()
    let section: CodeSection
    let bench: PortalBench

    /// Has the accounts of anna and bruno.
    init() async throws {
        let (clock, log) = (ManualClock(PortalBench.noon), LogCapture())
        let calendar = try AuthorityCalendar(timeZone: "Europe/Rome")
        section = CodeSection(authority: authority, clock: clock, calendar: calendar, logger: log.logger)
        bench = try await PortalBench(
            [section],
            operators: ["anna": [.healthWorker], "bruno": [.healthWorker]],
            clock: clock,
            log: log
        )
    }

    var clock: ManualClock { bench.clock }
    var log: LogCapture { bench.log }

    func signedIn(_ name: String = "anna") async throws -> PortalBrowser { try await bench.signedIn(name) }
}

/// Gives the answers of a test, and counts the requests.
final class DirectedAuthority: OTPAuthorising {
    struct Failure: Error {}

    private let state = Mutex<(outcome: OTPAuthorisationOutcome?, asked: [CalendarDay])>((nil, []))
    private let meanwhile = Mutex<@Sendable () async throws -> Void>({})

    /// Runs `body` before the next answers.
    func beforeAnswering(_ body: @escaping @Sendable () async throws -> Void) {
        meanwhile.withLock { $0 = body }
    }

    func answer(_ outcome: OTPAuthorisationOutcome?) { state.withLock { $0.outcome = outcome } }

    /// The days of onset of the codes that it was asked to authorise.
    var asked: [CalendarDay] { state.withLock { $0.asked } }

    func authorise(_ authorisation: OTPAuthorisation) async throws -> OTPAuthorisationOutcome {
        try await meanwhile.withLock(\.self)()
        return try state.withLock { state in
            state.asked.append(authorisation.symptomsStartedOn)
            guard let outcome = state.outcome else {
                throw Failure()
            }
            return outcome
        }
    }
}
