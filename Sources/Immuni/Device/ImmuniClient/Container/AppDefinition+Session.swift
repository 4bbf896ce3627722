import ClientKit
import ImmuniAPI
import MessageSignatures

extension AppDefinition {
    func end(of effect: SessionEffect, for container: isolated StateContainer<AppDefinition>) async
        -> SessionMessage?
    {
        switch effect {
        case .fetchSettings: .settingsAnswered(await authority.settings())
        case .fetchFAQ(let target, let language): .faqAnswered(await authority.faq(target, in: language))
        case .detect(let plan): await detect(plan, in: container.state).map(SessionMessage.detectionEnded)
        }
    }

    private func detect(_ plan: DetectionPlan, in state: AppState) async -> DetectionOutcome? {
        guard let settings = state.session.settings else {
            return nil
        }
        let detection = Detection(
            authority: authority,
            framework: phone.framework,
            plan: plan,
            settings: settings,
            seenSequence: state.session.seenSequences[SignedDocument.keyIndex.rawValue],
            wantsInfos: !state.warnings.status.isPositive,
            finding: state.session.finding
        )
        return await detection.run()
    }
}
