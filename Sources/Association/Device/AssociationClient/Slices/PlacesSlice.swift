import ClientKit

/// The place that an onboarded owner opened. None of it is in the file.
struct PlacesState: Equatable, Sendable {
    var current = AppPlace.home
}

enum PlacesMessage: Sendable {
    case open(AppPlace)
    case goBack
}

struct PlacesReducer: TimelessSlice {
    func reduce(_ state: inout PlacesState, _ message: PlacesMessage, in whole: AppState) -> [AppStep] {
        let before = state.current
        state.current =
            switch message {
            case .open(let place): place
            case .goBack: before == .deleteData || before == .language ? .settings : .home
            }
        return before == .report && state.current != .report ? [.tell(.report(.left))] : []
    }
}
