import ImmuniAPI
import Testing

@testable import ImmuniClient

@Suite("Sample screens")
struct SampleScreenTests {
    @Test("show every screen, step, problem and phase", arguments: [SettingsRequest.Platform.iOS, .android])
    func whole(platform: SettingsRequest.Platform) {
        let samples = AppScreen.samples(on: platform)
        #expect(Set(samples.map(\.name)).count == samples.count)
        let letters = Set(samples.map(\.name).joined())
        #expect(letters.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
        #expect(Set(samples.map { kind(of: $0.screen) }) == Set(Kind.allCases))
        var steps: [Onboarding.Step] = []
        var problems: Set<ServiceProblem> = []
        var phases: Set<UploadFacts.Phase> = []
        for sample in samples {
            switch sample.screen {
            case .onboarding(let facts): steps.append(facts.step)
            case .repair(let facts): problems.insert(facts.problem)
            case .upload(let facts): phases.insert(facts.phase)
            default: break
            }
        }
        #expect(Set(steps) == Set(Onboarding.steps(on: platform, isTrial: true)))
        #expect(problems == Set(ServiceProblem.allCases).subtracting(platform == .iOS ? [.locationOff] : []))
        #expect(phases == Set(UploadFacts.Phase.allCases))
    }

    /// A new screen does not compile here until it has a kind, and a kind without a sample fails.
    private enum Kind: CaseIterable {
        case starting, updateRequired, settingUp, onboarding, home, repair, risk, upload, settings, language, region,
            province, privacyNotice, terms, faq, faqEntry, support, deleteData, deleting
    }

    private func kind(of screen: AppScreen) -> Kind {
        switch screen {
        case .starting: .starting
        case .updateRequired: .updateRequired
        case .settingUp: .settingUp
        case .onboarding: .onboarding
        case .home: .home
        case .repair: .repair
        case .risk: .risk
        case .upload: .upload
        case .settings: .settings
        case .language: .language
        case .region: .region
        case .province: .province
        case .privacyNotice: .privacyNotice
        case .terms: .terms
        case .faq: .faq
        case .faqEntry: .faqEntry
        case .support: .support
        case .deleteData: .deleteData
        case .deleting: .deleting
        }
    }
}
