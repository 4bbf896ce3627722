/// The kind of a simulated phone.
package enum PhonePlatform: String, CaseIterable, Sendable {
    case iOS = "ios"
    case android

    /// The name for people.
    var name: String {
        switch self {
        case .iOS: "iPhone"
        case .android: "Android"
        }
    }
}
