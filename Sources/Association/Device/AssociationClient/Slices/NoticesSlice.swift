import ClientKit
import PhonePorts

/// Notifications that may not have been shown yet.
struct NoticesState: Codable, Equatable, Sendable {
    var unshown: [PhoneNotification] = []
}

enum NoticesMessage: Sendable {
    /// Shows a notification, after the sequence that is under way: an owner who opened the app because of it would cut
    /// the sequence short. It is remembered until it was shown, so a crash cannot lose it.
    case show(PhoneNotification)
    case shown(PhoneNotification)
    case showUnshown
}

struct NoticesReducer: TimelessSlice {
    func reduce(_ state: inout NoticesState, _ message: NoticesMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .show(let notification):
            state.unshown.removeAll { $0 == notification }
            state.unshown.append(notification)
            return show(state, in: whole)
        case .shown(let notification):
            state.unshown.removeAll { $0 == notification }
            return []
        case .showUnshown:
            return show(state, in: whole)
        }
    }

    private func show(_ state: NoticesState, in whole: AppState) -> [AppStep] {
        whole.traffic.sequence == nil ? state.unshown.map { .perform(.show($0)) } : []
    }
}
