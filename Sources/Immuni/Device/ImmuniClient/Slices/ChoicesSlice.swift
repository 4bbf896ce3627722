import ClientKit
import ImmuniAPI
import Localisation

/// What the owner chose in the app's settings.
struct ChoicesState: Codable, Equatable, Sendable {
    /// Nil means the phone's language.
    var language: Language?
    var province: Province?
    /// Whether the owner wants the phone to recognise exposures.
    var isServiceWanted = true
}

enum ChoicesMessage: Sendable {
    case language(Language?)
    case province(Province)
    case service(isOn: Bool)
}

struct ChoicesReducer: TimelessSlice {
    func reduce(_ state: inout ChoicesState, _ message: ChoicesMessage, in whole: AppState) -> [AppStep] {
        switch message {
        case .language(let language):
            state.language = language
            return []
        case .province(let province):
            state.province = province
            return []
        case .service(let isOn):
            state.isServiceWanted = isOn
            return [.perform(.life(isOn ? .enableFramework : .disableFramework)), .perform(.life(.observePhone))]
        }
    }
}
