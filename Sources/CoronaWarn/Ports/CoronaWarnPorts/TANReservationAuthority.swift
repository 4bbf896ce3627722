public import CoronaWarnAPI

/// The verification service as the submission service sees it, where the two have no database in common.
///
/// An upload reserves its TAN, is stored, and is confirmed. Each step may be repeated, so no failure between two of
/// them uses the TAN up without keys.
public protocol TANReservationAuthority: Sendable {
    /// Reserves a TAN for one upload. The same upload gets the same reservation again, also after its confirmation.
    ///
    /// - Returns: nil if the TAN does not permit the upload.
    func reserve(_ request: TANReservationRequest) async throws(TANReservationError) -> TANReservation?

    /// Tells that the keys of a reservation are stored, which uses its TAN up.
    ///
    /// - Returns: false if the reservation is unknown.
    func confirm(_ reservation: TANReservation) async throws(TANReservationError) -> Bool
}

/// The reason why the verification service gave no answer that can be used.
public enum TANReservationError: Error, Hashable, Sendable {
    /// There was no whole answer.
    case unreachable
    /// An answer that its contract does not know.
    case refused(status: Int)
}
