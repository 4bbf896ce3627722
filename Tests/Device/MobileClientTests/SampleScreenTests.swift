import ImmuniAPI
import Testing

@testable import MobileClient

@Suite("Sample screens")
struct SampleScreenTests {
    @Test("show every screen, step, problem and phase", arguments: [SettingsRequest.Platform.iOS, .android])
    func whole(platform: SettingsRequest.Platform) {
        let samples = AppScreen.samples(on: platform)
        #expect(Set(samples.map(\.name)).count == samples.count)
        #expect(
            samples.allSatisfy { $0.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") } }
        )
        #expect(Set(samples.map { kind(of: $0.screen) }) == Set(1...17))
        var steps: [Onboarding.Step] = []
        var problems: Set<ServiceProblem> = []
        var phases: Set<UploadFacts.Phase> = []
        for sample in samples {
            switch sample.screen {
            case .onboarding(let facts): steps.append(facts.step)
            case .repair(let problem): problems.insert(problem)
            case .upload(let facts): phases.insert(facts.phase)
            default: break
            }
        }
        #expect(steps == Onboarding.steps(on: platform))
        #expect(problems == Set(ServiceProblem.allCases).subtracting(platform == .iOS ? [.locationOff] : []))
        #expect(phases == Set(UploadFacts.Phase.allCases))
    }

    /// A new screen does not compile here without a number.
    private func kind(of screen: AppScreen) -> Int {
        switch screen {
        case .starting: 1
        case .updateRequired: 2
        case .settingUp: 3
        case .onboarding: 4
        case .home: 5
        case .repair: 6
        case .upload: 7
        case .settings: 8
        case .language: 9
        case .province: 10
        case .privacyNotice: 11
        case .terms: 12
        case .faq: 13
        case .faqEntry: 14
        case .support: 15
        case .deleteData: 16
        case .deleting: 17
        }
    }
}
