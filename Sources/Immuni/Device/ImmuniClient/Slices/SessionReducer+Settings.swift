import ClientKit
import ExposurePrimitives
import ImmuniAPI
import Localisation
import MessageSignatures

extension SessionReducer {
    func begin(_ state: inout SessionState, at now: UnixTime) -> [AppStep] {
        guard state.run == nil else {
            // The run under way ends within a minute.
            return [requestSession(&state, at: now.advanced(bySeconds: 60))]
        }
        state.run = .refreshing
        let next = schedule(state).map { [requestSession(&state, at: $0.sessions.next(after: now))] } ?? []
        return [.tell(.coverTraffic(.renew))] + next
            + [.perform(.life(.observePhone)), .perform(.session(.fetchSettings))]
    }

    /// Fetches the settings outside a background session.
    func fetchSettings(_ state: inout SessionState) -> [AppStep] {
        guard !state.isFetchingSettings else {
            return []
        }
        state.isFetchingSettings = true
        state.settingsFailure = nil
        return [.perform(.session(.fetchSettings))]
    }

    /// Handles the settings' answer. Without new settings the old ones apply.
    func receive(_ state: inout SessionState, _ answer: SettingsAnswer) -> [AppStep] {
        let isFirst = state.settings == nil
        // The phone is looked at again with the new settings: they may allow an app that they refused before. The first
        // ones replace none. If they cannot be stored, a look would fetch them again, without end.
        let look: [AppStep] = state.isFetchingSettings && !isFirst ? [.perform(.life(.observePhone))] : []
        state.isFetchingSettings = false
        state.settingsFailure = accept(&state, answer)
        guard state.settings != nil else {
            return []
        }
        let next: [AppStep] =
            isFirst
            ? [.tell(.session(.fetchFAQ)), .tell(.session(.requestWakeUps(isLaunch: false)))]
            : state.run == .refreshing ? [.tell(.session(.detectIfDue))] : []
        return [.tell(.analytics(.settingsArrived))] + next + look
    }

    /// - Returns: the reason if the settings were refused.
    private func accept(_ state: inout SessionState, _ answer: SettingsAnswer) -> MobileClientError? {
        switch answer {
        case .failed(let error):
            return error
        case .fetched(let settings, let signature, let serverTime):
            if let signature {
                do {
                    try state.seenSequences.accept(signature.sequence, of: SignedDocument.settings.rawValue)
                } catch {
                    return .messageRefused(.settings, error)
                }
            }
            if let serverTime {
                state.serverTime = state.serverTime?.advanced(to: serverTime) ?? ServerTime(serverTime)
            }
            state.settings = settings
            return nil
        }
    }

    func fetchFAQ(_ whole: AppState) -> [AppStep] {
        guard let language = whole.faqLanguage,
            let target = whole.session.settings?.faqUrl[language.code].flatMap(URLTarget.target)
        else {
            return []
        }
        return [.perform(.session(.fetchFAQ(target: target, language)))]
    }

    /// Fetches the FAQ once a day, or if the owner's language changed. It waits for the next session, because an app
    /// that is opened fetches the settings alone.
    func refreshFAQ(_ whole: AppState, at now: UnixTime) -> [AppStep] {
        if let faq = whole.session.faq, faq.language == whole.faqLanguage,
            (0..<UnixTime.secondsPerDay).contains(now.seconds(since: faq.fetchedAt))
        {
            return []
        }
        return fetchFAQ(whole)
    }
}
