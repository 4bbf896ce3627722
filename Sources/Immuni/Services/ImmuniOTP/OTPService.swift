package import ExposurePrimitives
import ImmuniAPI
import ImmuniServing
package import ServiceKit
import WireFormat

/// The OTP Service: a Healthcare Operator's system authorises the code that a person read out. It is only on the
/// internal listener.
package struct OTPService: HostedService {
    package let name = "otp"
    package let refusals: any RefusalRenderer = ImmuniRefusals()
    private let authority: OTPAuthority
    private let clock: any WallClock
    private let calendar: AuthorityCalendar

    package init(authority: OTPAuthority, clock: any WallClock, calendar: AuthorityCalendar) {
        self.authority = authority
        self.clock = clock
        self.calendar = calendar
    }

    package var internalRoutes: [Route] {
        [Route.forPrograms(ImmuniEndpoint.authoriseOTP) { request in try await authorise(request) }]
    }

    package func checkHealth() async throws {
        try await authority.checkHealth()
    }

    /// Answers 204 once the right is durable, and 409 while the code is live and for as long as a used one is
    /// remembered.
    private func authorise(_ request: ServiceRequest) async throws -> ServiceResponse {
        let body = try request.acceptedBody()
        let today = calendar.day(of: clock.now())
        switch try await authority.authorise(OTPAuthorisation(parsing: body, today: today)) {
        case .authorised: return .empty(204, cacheControl: .noStore)
        case .live, .used: throw APIError.alreadyAuthorised
        }
    }
}
