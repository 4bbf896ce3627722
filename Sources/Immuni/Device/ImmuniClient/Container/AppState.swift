import ClientKit

/// The app's whole state: a slice for each part of the app, with rules of its own in `Slices/`.
struct AppState: ClientState, Equatable {
    var life = LifeState(memory: LifeMemory(), session: LifeSession())
    var onboarding = OnboardingState()
    var choices = ChoicesState()
    var home = HomeState()
    var warnings = WarningsState()
    var session = SessionState(memory: SessionMemory(), session: SessionRun())
    var upload = UploadState()
    var analytics = AnalyticsState()
    var coverTraffic = CoverTraffic()

    /// The state of an app that starts for the first time.
    init() {}

    init(memory: AppMemory) {
        life.memory = memory.life
        onboarding = memory.onboarding
        choices = memory.choices
        warnings = memory.warnings
        session.memory = memory.session
        upload = memory.upload
        analytics = memory.analytics
        coverTraffic = CoverTraffic(plan: memory.coverTraffic.plan)
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
        state.life.hasBeenOpened = life.hasBeenOpened
        state.life.deletions = life.deletions
        state.life.beginning = .deleted
        return state
    }

    var memory: AppMemory {
        AppMemory(
            life: life.memory,
            onboarding: onboarding,
            choices: choices,
            warnings: warnings,
            session: session.memory,
            upload: upload,
            analytics: analytics,
            coverTraffic: CoverTrafficMemory(plan: coverTraffic.plan)
        )
    }

    var isBeingDeleted: Bool { life.isBeingDeleted }
    var deletions: Int { life.deletions }
}
