import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ImmuniOTP
import ImmuniServing
import KeyServerRules
import Persistence
import ServiceKit
import StoreConformance
import Testing
import WireFormat

/// An OTP Service on a database of its own and a clock that stands still.
struct SampleOTPService {
    /// Noon UTC of a summer day, when the day in Rome is the same as in UTC.
    static let noon = UnixTime(1_594_209_600)

    let clock = ManualClock(noon)
    let stores: ExposureStores
    let rightKey: RightKey
    let service: OTPService

    init(settings: [String: String] = [:], failing: Bool = false) async throws {
        stores = try await .temporary()
        rightKey = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        let reader = try await SettingsReader(
            commandLine: settings,
            environment: [:],
            catalogue: OTPConfiguration.catalogue
        )
        let authority = OTPAuthority(
            rights: failing ? FailingRights() : stores.rights,
            rightKey: rightKey,
            configuration: try OTPConfiguration(reader),
            clock: clock
        )
        service = OTPService(
            authority: authority,
            clock: clock,
            calendar: try AuthorityCalendar(timeZone: "Europe/Rome")
        )
    }

    func identifier(of code: String) throws -> RightIdentifier {
        RightIdentifier(of: try OneTimePassword(code).uploadToken, under: rightKey)
    }

    /// The body that authorises `code`.
    static func body(_ code: String = "9K2RAY8UUQ", _ symptomsStartedOn: String = "2020-07-05") -> String {
        #"{"otp":"\#(code)","symptoms_started_on":"\#(symptomsStartedOn)"}"#
    }
}

struct FailingRights: UploadRightStore {
    func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome {
        throw .unavailable(reason: "planted")
    }

    func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool {
        throw .unavailable(reason: "planted")
    }
}
