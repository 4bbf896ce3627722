/// A mishap between a sick person's consent and the arrival of their keys.
package enum StoryMishap: String, CaseIterable, Sendable {
    /// The servers stop before the upload, and come back.
    case stoppedServer = "stopped-server"
    /// The phone gets a TAN and then has no connection until the TAN has expired.
    case expiredTAN = "expired-tan"
    /// The server stores the upload, and its answer is lost.
    case lostAnswer = "lost-answer"
}
