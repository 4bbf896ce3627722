import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ImmuniOTP
import ImmuniServing
import KeyServerRules
import Persistence
import ServiceKit
import ServiceTesting
import StoreConformance
import Testing
import WireFormat

/// An OTP Service on a database of its own and a clock that stands still.
struct SampleOTPService: SampleService {
    /// Noon UTC of a summer day, when the day in Rome is the same as in UTC.
    static let noon = UnixTime(1_594_209_600)

    let clock = ManualClock(noon)
    let stores: ExposureStores
    let rightKey: RightKey
    let service: OTPService

    init(settings: [String: String] = [:], failing: Bool = false) async throws {
        stores = try await .temporary(fault: failing ? .failingRights : nil)
        rightKey = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        let catalogue = OTPConfiguration.catalogue
        let reader = try await SettingsReader(commandLine: settings, environment: [:], catalogue: catalogue)
        let authority = OTPAuthority(
            rights: stores.rights,
            rightKey: rightKey,
            configuration: try OTPConfiguration(reader),
            clock: clock
        )
        let calendar = try AuthorityCalendar(timeZone: "Europe/Rome")
        service = OTPService(authority: authority, clock: clock, calendar: calendar)
    }

    static let code = "9K2RAY8UUQ"

    func identifier(of code: String = code) throws -> RightIdentifier {
        RightIdentifier(of: try OneTimePassword(code).uploadToken, under: rightKey)
    }

    func isLive() async throws -> Bool { try await stores.rights.isLive(identifier(), now: clock.now()) }

    /// The answer to a request that authorises a code.
    func authorise(_ body: String = body()) async throws -> RawAnswer {
        try await withRunningHost([service], clock: clock) { ports, _ in
            try await RawHTTP.exchange(port: ports.internal, RawRequest.postJSON("/v1/otp", body: body))
        }
    }

    /// The body that authorises `code`.
    static func body(_ code: String = code, _ symptomsStartedOn: String = "2020-07-05") -> String {
        #"{"otp":"\#(code)","symptoms_started_on":"\#(symptomsStartedOn)"}"#
    }
}
