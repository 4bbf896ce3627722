import ImmuniAPI
import PhonePorts

extension AppDefinition {
    func end(of effect: AnalyticsEffect) async -> AnalyticsMessage? {
        switch effect {
        case .requestToken(let token): await requestAuthorisation(of: token)
        case .sendInfo(let order): .infoEnded(await sendInfo(order))
        }
    }

    /// Requests the authorisation. If the phone has no evidence, or no answer comes, the next detection asks again.
    private func requestAuthorisation(of token: AnalyticsToken) async -> AnalyticsMessage? {
        guard case .apple(let evidence, let proof) = phone.evidence,
            let answer = try? await analytics.authorise(token, by: proof, of: evidence)
        else {
            return nil
        }
        return .tokenAnswered(token, isAuthorised: answer == .authorised)
    }

    private func sendInfo(_ order: InfoOrder) async -> InfoResult {
        do throws(MobileClientError) {
            switch (phone.evidence, order.report) {
            case (.apple, let report?):
                if let token = report.token {
                    try await analytics.send(report.request, with: token.token)
                }
            case (.apple, nil): try await analytics.sendAppleDummy()
            case (.android(let evidence), let report?):
                try await analytics.send(report.request, attestedBy: evidence)
            case (.android(let evidence), nil): try await analytics.sendAndroidDummy(attestedBy: evidence)
            case (.none, _): break
            }
            return .ended
        } catch {
            return error == .evidence(.unavailable) ? .evidenceUnreachable : .ended
        }
    }
}
