import ClientKit
import PhonePorts

/// Notifications that may not have been shown yet.
struct NoticesState: Codable, Equatable, Sendable {
    var unshown: [PhoneNotification] = []
}

enum NoticesMessage: Sendable {
    /// Shows a notification. It is remembered until it was shown, so a crash cannot lose it.
    case show(PhoneNotification)
    case shown(PhoneNotification)
    /// The app has started.
    case showUnshown
}

struct NoticesReducer: TimelessSlice {
    func reduce(_ state: inout NoticesState, _ message: NoticesMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .show(let notification):
            state.unshown.removeAll { $0 == notification }
            state.unshown.append(notification)
            return [.perform(.show(notification))]
        case .shown(let notification):
            state.unshown.removeAll { $0 == notification }
            return []
        case .showUnshown:
            return state.unshown.map { .perform(.show($0)) }
        }
    }
}
