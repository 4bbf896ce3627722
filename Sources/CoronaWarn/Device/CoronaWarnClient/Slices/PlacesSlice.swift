import ClientKit

/// The places that an onboarded owner opened. None of it is in the file.
struct PlacesState: Equatable, Sendable {
    var trail = PlaceTrail(from: AppPlace.home)

    var current: AppPlace { trail.current }
}

enum PlacesMessage: Sendable {
    case open(AppPlace)
    case goBack
}

struct PlacesReducer: TimelessSlice {
    func reduce(_ state: inout PlacesState, _ message: PlacesMessage, in whole: AppState) -> [AppStep] {
        let before = state.current
        switch message {
        case .open(let place): state.trail.open(place)
        case .goBack: state.trail.goBack()
        }
        guard before != state.current else {
            return []
        }
        return before == .hotline ? [.tell(.hotline(.left))] : before == .scan ? [.tell(.tests(.leftScan))] : []
    }
}
