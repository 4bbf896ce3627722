package import ExposurePrimitives
package import ImmuniAPI
package import ServiceKit
package import Stores
import WireFormat

/// The OTP Service: a Healthcare Operator's system authorises the code that a person read out. It is on the internal
/// listener only.
package struct OTPService: HostedService {
    package let name = "otp"
    private let rights: any UploadRightStore
    private let rightKey: RightKey
    private let configuration: OTPConfiguration
    private let clock: any WallClock
    private let calendar: AuthorityCalendar

    package init(
        rights: any UploadRightStore,
        rightKey: RightKey,
        configuration: OTPConfiguration,
        clock: any WallClock,
        calendar: AuthorityCalendar
    ) {
        self.rights = rights
        self.rightKey = rightKey
        self.configuration = configuration
        self.clock = clock
        self.calendar = calendar
    }

    package var internalRoutes: [Route] {
        [Route(ImmuniAPI.authoriseOTP) { request in try await authorise(request) }]
    }

    package func checkHealth() async throws {
        _ = try await rights.isLive(RightIdentifier(mac: [UInt8](repeating: 0, count: 32)), now: clock.now())
    }

    /// 204 once the right is durable; 409 while the code is live and for as long as a used one is remembered.
    private func authorise(_ request: ServiceRequest) async throws -> ServiceResponse {
        guard request.isJSON else {
            throw APIError.notCompliant
        }
        let now = clock.now()
        let authorisation = try OTPAuthorisation(parsing: request.body, today: calendar.day(of: now))
        let right = UploadRight(
            identifier: RightIdentifier(mac: rightKey.mac(of: authorisation.otp.uploadToken)),
            symptomsStartedOn: authorisation.symptomsStartedOn,
            expiresAt: now.advanced(bySeconds: configuration.lifetime)
        )
        switch try await rights.grant(right, now: now) {
        case .granted: return .empty(204, cacheControl: .noStore)
        case .live, .consumed: throw APIError.alreadyAuthorised
        }
    }
}
