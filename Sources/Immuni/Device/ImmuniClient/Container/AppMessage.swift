import ClientKit

/// A message to one slice of the app. Actions, ends of effects, and other slices send it.
enum AppMessage: Sendable {
    case life(LifeMessage)
    case onboarding(OnboardingMessage)
    case choices(ChoicesMessage)
    case home(HomeMessage)
    case warnings(WarningsMessage)
    case session(SessionMessage)
    case upload(UploadMessage)
    case analytics(AnalyticsMessage)
    case coverTraffic(CoverTrafficMessage)
    /// To all of them: everything was deleted.
    case beginAgain
}

typealias AppStep = SliceStep<AppEffect, AppMessage>

/// The rules of one slice of the app.
protocol AppSlice: SliceReducer where Whole == AppState, Step == AppStep {}

/// The rules of one slice that depend neither on the time nor on random numbers.
protocol TimelessSlice: AppSlice, TimelessSliceReducer {}
