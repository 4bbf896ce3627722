import AssociationAPI
import ClientKit
import ExposurePrimitives
import Localisation

/// From the welcome to Home, and what the owner chose.
struct OnboardingState: Codable, Equatable, Sendable {
    /// The present step; nil once all are done.
    var step: OnboardingStep? = .welcome
    /// When the owner consented to this scheme; nil before. Consent to another scheme counts nothing here.
    var consentedAt: UnixTime?
    /// The text of the district; nil until the owner chose one.
    var district: String?
    /// Whether the owner wants the phone to exchange tickets.
    var isServiceWanted = true
    /// The language that the owner chose; nil for that of the phone.
    var language: Language?

    var isCompleted: Bool { step == nil }
}

/// The steps of a new owner.
public enum OnboardingStep: Int, Codable, Hashable, Sendable, CaseIterable {
    case welcome
    /// The owner consents to this scheme: what the phone collects, and what the authority learns of a report.
    case consent
    /// The first part of a post code. Nothing finer is asked.
    case district
    case notifications
}

enum OnboardingMessage: Sendable {
    case proceed
    case goBack
    case district(PostalDistrict)
    case service(isOn: Bool)
    case language(Language?)
}

struct OnboardingReducer: AppSlice {
    func reduce(
        _ state: inout OnboardingState,
        _ message: OnboardingMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .service(let isOn):
            state.isServiceWanted = isOn
            return []
        case .language(let language):
            state.language = language
            return []
        case .district(let district):
            guard state.step == .district else {
                return []
            }
            state.district = district.text
            state.step = .notifications
            return []
        case .goBack:
            state.step = state.step.map { OnboardingStep(rawValue: $0.rawValue - 1) ?? $0 }
            return []
        case .proceed:
            return proceed(&state, at: now)
        }
    }

    private func proceed(_ state: inout OnboardingState, at now: UnixTime) -> [AppStep] {
        switch state.step {
        case .welcome: state.step = .consent
        case .consent: (state.step, state.consentedAt) = (.district, now)
        case .notifications:
            state.step = nil
            return [.perform(.life(.askForNotifications)), .perform(.life(.observePhone)), .tell(.account(.register))]
        case .district, nil: break
        }
        return []
    }
}
