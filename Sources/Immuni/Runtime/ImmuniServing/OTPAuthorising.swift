public import ExposurePrimitives
public import ImmuniAPI

/// The part of the OTP Service that the health worker's page uses.
public protocol OTPAuthorising: Sendable {
    /// Makes the code of `authorisation` a right to upload, from now on for a short time.
    ///
    /// A code that is live or was used stays as it is. Throws if the code cannot be authorised, or the outcome is not
    /// known, now; then the same request may be made again.
    func authorise(_ authorisation: OTPAuthorisation) async throws -> OTPAuthorisationOutcome
}

/// The outcome of an authorisation.
public enum OTPAuthorisationOutcome: Hashable, Sendable {
    /// The code can be used strictly before this moment.
    case authorised(until: UnixTime)
    /// The code is authorised already and has not expired.
    case live
    /// The code was used for an upload.
    case used
}
