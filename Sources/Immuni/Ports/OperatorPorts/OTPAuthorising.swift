public import ExposurePrimitives
public import ImmuniAPI

/// What the health worker's page asks of the OTP Service.
public protocol OTPAuthorising: Sendable {
    /// Makes the code of `authorisation` a right to upload, from now on for a short time.
    ///
    /// A code that is live or was used stays as it is. Throws where that cannot be done or known now; then the same
    /// request may be made again.
    func authorise(_ authorisation: OTPAuthorisation) async throws -> OTPAuthorisationOutcome
}

/// What became of an authorisation.
public enum OTPAuthorisationOutcome: Hashable, Sendable {
    /// The code can be used strictly before this moment.
    case authorised(until: UnixTime)
    /// The code is authorised already, and its time runs.
    case live
    /// The code was used for an upload.
    case used
}
