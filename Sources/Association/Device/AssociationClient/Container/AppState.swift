import ClientKit

/// The app's whole state: a slice for each part of the app, with rules of its own in `Slices/`.
struct AppState: ClientState, Equatable {
    var life = LifeState(memory: LifeMemory(), session: LifeSession())
    var onboarding = OnboardingState()
    var places = PlacesState()
    var account = AccountState(memory: AccountMemory(), session: AccountSession())
    var exchange = ExchangeState()
    var report = ReportState(memory: ReportMemory(), session: ReportSession())
    var notices = NoticesState()
    var traffic = TrafficState(memory: TrafficMemory(), session: TrafficSession())
    var attestations = AttestationState()
    var alerts = AlertsState()
    var boxes = BoxesState(memory: BoxesMemory(), session: BoxesSession())

    /// The state of an app that starts for the first time.
    init() {}

    init(memory: AppMemory) {
        life.memory = memory.life
        onboarding = memory.onboarding
        account.memory = memory.account
        exchange = memory.exchange
        report.memory = memory.report
        notices = memory.notices
        traffic.memory = memory.traffic
        attestations = memory.attestations
        alerts = memory.alerts
        boxes.memory = memory.boxes ?? BoxesMemory()
    }

    /// The state of an app that begins again because its file was damaged, and shows it.
    static var afterDamage: AppState {
        var state = AppState()
        state.life.beginning = .damaged
        return state
    }

    /// The state after a deletion: nothing is left but that the app runs.
    func afterDeletion() -> AppState {
        var state = AppState()
        state.life.isLaunched = true
        state.life.isForeground = life.isForeground
        state.life.deletions = life.deletions
        state.life.beginning = .deleted
        return state
    }

    var memory: AppMemory {
        AppMemory(
            life: life.memory,
            onboarding: onboarding,
            account: account.memory,
            exchange: exchange,
            report: report.memory,
            notices: notices,
            traffic: traffic.memory,
            attestations: attestations,
            alerts: alerts,
            boxes: boxes.memory == BoxesMemory() ? nil : boxes.memory
        )
    }

    var isBeingDeleted: Bool { life.isBeingDeleted }
    var deletions: Int { life.deletions }
}

/// The state that the app remembers: the content of its encrypted file. The names are a promise to phones in use.
struct AppMemory: Codable, Equatable, Sendable {
    var life = LifeMemory()
    var onboarding = OnboardingState()
    var account = AccountMemory()
    var exchange = ExchangeState()
    var report = ReportMemory()
    var notices = NoticesState()
    var traffic = TrafficMemory()
    var attestations = AttestationState()
    var alerts = AlertsState()
    /// Nil where reports are no boxes, and in the files of earlier versions.
    var boxes: BoxesMemory?
}
