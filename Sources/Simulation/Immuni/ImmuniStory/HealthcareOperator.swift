import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import WireFormat

/// The Healthcare Operator's side. It reaches the internal listener, unlike any phone.
struct HealthcareOperator {
    let transport: any PhoneTransport

    /// Authorises the code that a person reads out.
    func authorise(_ otp: OneTimePassword, symptomsStartedOn day: CalendarDay) async throws {
        let body = OTPAuthorisation(otp: otp, symptomsStartedOn: day).exposedBody
        let response = try await transport.send(
            PhoneRequest(
                host: .upload,
                method: ImmuniEndpoint.authoriseOTP.method,
                target: ImmuniEndpoint.authoriseOTP.path,
                headers: [.init("Content-Type", "application/json"), .init("Content-Length", String(body.count))],
                body: body
            )
        )
        guard response.status == 204 else {
            throw StoryError.authorisationRefused(status: response.status)
        }
    }
}
