import ClientKit

// What the app takes over after its file could not be written.

extension AppState {
    /// Handles a failure to write the file for `action`, which would have led to the state `wanted`.
    ///
    /// The changes are not remembered, and an action that ended with them has failed. Everything that had to be in the
    /// file before an effect leads to that effect again.
    mutating func fileFailed(at action: AppAction, wanted: AppState) {
        switch action {
        case .launched, .enteredForeground, .enteredBackground:
            life.session = wanted.life.session
            places = wanted.places
        case .woken(.traffic): traffic.rest = nil
        case .effectEnded(let end): effectFailed(end.message)
        default: break
        }
    }

    private mutating func effectFailed(_ end: AppMessage) {
        switch end {
        case .life(.phoneObserved(let phone)): life.phone = phone
        case .life(.wiped): life.deletionFailed = true
        case .account(.registered): account.session = AccountSession(failure: .lost)
        // The next poll looks for the same boxes.
        case .boxes(.searched): boxes.session.isSearching = false
        default: break
        }
    }
}
