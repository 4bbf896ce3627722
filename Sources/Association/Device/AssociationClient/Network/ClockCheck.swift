import AssociationProtocol
import ExposurePrimitives

/// Compares the phone's clock with the time of an answer.
enum ClockCheck {
    /// Whether the authority may have refused a request because of its time. Its answers do not tell. Nil if nothing is
    /// known.
    ///
    /// The authority judged between both times of the phone. One that was on its way for so long was refused, too.
    ///
    /// - Parameters:
    ///   - date: the time of the answer; nil if it says none.
    ///   - sent: when the request left, by the phone's clock.
    ///   - answered: when the answer came, by the phone's clock.
    static func isWrong(_ date: UnixTime?, sent: UnixTime, answered: UnixTime) -> Bool? {
        guard let date else {
            return nil
        }
        return date.seconds(since: sent) > limit || answered.seconds(since: date) > limit
    }

    /// Seconds that both clocks may differ. All times are in whole seconds, and the request was signed a moment before.
    static let limit = SignedRequest.tolerance - 2
}
