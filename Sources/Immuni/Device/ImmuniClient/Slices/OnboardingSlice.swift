import ClientKit
import ImmuniAPI

/// From the welcome to Home.
struct OnboardingState: Codable, Equatable, Sendable {
    var progress = Onboarding()

    enum CodingKeys: String, CodingKey {
        case progress = "onboarding"
    }
}

enum OnboardingMessage: Sendable {
    case proceed
    case skip
    case goBack
    /// The owner accepted the terms, read the notice, and is fourteen.
    case acceptTerms
    case chooseRegion(Region)
    case chooseProvince(Province)
    case phoneChanged
}

struct OnboardingReducer: TimelessSlice {
    let app: MobileClient.App

    func reduce(_ state: inout OnboardingState, _ message: OnboardingMessage, in whole: AppState) -> [AppStep] {
        guard let step = state.progress.step else {
            return []
        }
        switch (message, step) {
        case (.goBack, _):
            state.progress.goBack()
            return []
        case (.proceed, .welcome), (.proceed, .howItWorks), (.proceed, .trial), (.acceptTerms, .privacy):
            return advance(&state, in: whole)
        case (.chooseRegion(let region), .region):
            return choose(region, &state, in: whole)
        case (.chooseProvince(let province), .province):
            guard state.progress.region?.domiciles.contains(province) ?? false else {
                return []
            }
            return [.tell(.choices(.province(province)))] + advance(&state, in: whole)
        case (.proceed, .framework):
            guard whole.isSettled(.bluetooth) else {
                state.progress.awaitBluetooth()
                return advance(&state, in: whole)
            }
            return [.perform(.life(.enableFramework)), .perform(.life(.observePhone))]
        case (.proceed, .location), (.proceed, .bluetooth):
            return [.perform(.life(.observePhone))]
        case (.proceed, .notifications):
            return [.perform(.life(.askForNotifications)), .perform(.life(.observePhone))]
        case (.skip, .framework), (.skip, .location), (.skip, .bluetooth), (.skip, .notifications):
            return advance(&state, in: whole)
        case (.phoneChanged, _):
            // Past the permission of the present step if it is granted already.
            return whole.isSettled(step) ? advance(&state, in: whole) : []
        default:
            return []
        }
    }

    private func choose(_ region: Region, _ state: inout OnboardingState, in whole: AppState) -> [AppStep] {
        guard !region.domiciles.isEmpty else {
            return []
        }
        state.progress.choose(region)
        let only = region.onlyDomicile.map { [AppStep.tell(.choices(.province($0)))] } ?? []
        return only + advance(&state, in: whole)
    }

    private func advance(_ state: inout OnboardingState, in whole: AppState) -> [AppStep] {
        var present = whole
        present.onboarding = state
        let settled = Set(Onboarding.Step.allCases.filter(present.isSettled))
        state.progress.advance(on: app.platform, passing: settled.contains)
        return state.progress.isCompleted ? [.tell(.session(.requestWakeUps(isLaunch: false)))] : []
    }
}
