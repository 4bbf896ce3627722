import ClientKit
import ExposurePrimitives
import PhonePorts

/// The app as the container runs it: its rules, and the parts of the phone that its effects use.
struct AppDefinition: ClientDefinition {
    let phone: MobileClient.Phone
    let reducer: AppReducer
    let authority: AuthorityClient
    let analytics: AnalyticsClient

    init(app: MobileClient.App, phone: MobileClient.Phone) {
        self.phone = phone
        reducer = AppReducer(app: app)
        authority = AuthorityClient(app: app, transport: phone.transport, clock: phone.clock)
        analytics = AnalyticsClient(transport: phone.transport, clock: phone.clock, generator: phone.generator)
    }

    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        reducer.reduce(&state, action, at: now, using: &generator)
    }

    /// A session requests all other wake-ups. A dummy's wake-up would come every few seconds without use. The settings
    /// of a cold start are fetched on every phone, so also on a full one.
    func needsNoFile(_ effect: AppEffect) -> Bool {
        switch effect {
        case .life(.observePhone), .session(.fetchSettings): true
        case .schedule(.backgroundSession, let time): time != nil
        default: false
        }
    }

    func fileFailed(_ state: inout AppState, at action: AppAction, wanted: AppState) {
        state.fileFailed(at: action, wanted: wanted)
    }

    func display(of state: AppState) -> AppDisplay {
        AppDisplay(state, app: reducer.app, now: phone.clock.now())
    }
}
