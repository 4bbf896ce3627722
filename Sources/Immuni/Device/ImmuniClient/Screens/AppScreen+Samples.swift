import ExposurePrimitives
public import ImmuniAPI
import Localisation
import PhonePorts

/// A screen with made-up facts.
public struct SampleScreen: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens; unique among the screens of a platform.
    public let name: String
    public let screen: AppScreen

    init(_ name: String, _ screen: AppScreen) {
        self.name = name
        self.screen = screen
    }
}

extension AppScreen {
    /// Every screen in each of its states: for previews of a user interface, and to check that no text is missing.
    public static func samples(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        starting(on: platform) + onboarding(on: platform) + home(on: platform) + risks + repairs(on: platform)
            + uploads
            + settings(on: platform)
    }

    private static func starting(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        let oldest = SystemRequirements()
        let tooOld: [SampleScreen] =
            switch platform {
            case .iOS: [SampleScreen("system-too-old", .updateRequired(.systemTooOld(needed: oldest.iOS)))]
            case .android:
                [
                    SampleScreen("system-too-old", .updateRequired(.systemTooOld(needed: oldest.android))),
                    SampleScreen("services-too-old", .updateRequired(.servicesTooOld(needed: oldest.androidServices))),
                ]
            }
        return [SampleScreen("starting", .starting)] + tooOld + [
            SampleScreen("app-too-old", .updateRequired(.appTooOld))
        ]
            + FreshStart.allCases.map {
                SampleScreen("setting-up-\($0)", .settingUp(SettingUpFacts(failure: nil, beginning: $0)))
            }
            + AttemptFailure.allCases.map {
                SampleScreen(
                    "setting-up-failed-\($0)".lowercased(),
                    .settingUp(SettingUpFacts(failure: $0, beginning: .first))
                )
            }
    }

    private static func onboarding(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        let steps = Onboarding.steps(on: platform, isTrial: true)
        func onboarding(_ step: Onboarding.Step, number: Int, _ beginning: FreshStart = .first) -> AppScreen {
            .onboarding(
                OnboardingFacts(
                    step: step,
                    number: number,
                    count: steps.count,
                    canGoBack: Onboarding.canReturn(from: step),
                    regions: RegionFacts(current: nil, choices: step == .region ? Region.choices : []),
                    provinces: ProvinceFacts(current: nil, choices: step == .province ? Region.lazio.domiciles : []),
                    termsURL: step == .privacy ? sampleURL : nil,
                    noticeURL: step == .privacy ? sampleURL : nil,
                    beginning: beginning
                )
            )
        }
        return steps.enumerated().map { position, step in
            SampleScreen("onboarding-\(step.rawValue.lowercased())", onboarding(step, number: position + 1))
        } + [
            SampleScreen("onboarding-after-damage", onboarding(.welcome, number: 1, .damaged)),
            SampleScreen("onboarding-after-deletion", onboarding(.welcome, number: 1, .deleted)),
        ]
    }

    private static func settings(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        let province = Province(code: "RM")
        func settings(isServiceOn: Bool) -> AppScreen {
            .settings(SettingsFacts(isServiceOn: isServiceOn, province: province, language: nil, build: 1))
        }
        let entry = FAQEntryFacts(entry: FAQ.Entry(title: "?", content: "…"), language: .fallback)
        func faq(_ query: String, _ results: [FAQFacts.Result], in served: Language?) -> AppScreen {
            .faq(FAQFacts(query: query, results: results, servedLanguage: served))
        }
        func result(isServed: Bool) -> FAQFacts.Result {
            .init(index: isServed ? 1 : 0, title: "?", isServed: isServed)
        }
        return [
            SampleScreen("settings", settings(isServiceOn: true)),
            SampleScreen("settings-off", settings(isServiceOn: false)),
            SampleScreen("language", .language(chosen: nil)),
            SampleScreen("region", .region(RegionFacts(current: .lazio, choices: Region.choices))),
            SampleScreen("province", .province(ProvinceFacts(current: province, choices: Region.lazio.domiciles))),
            SampleScreen("privacy-notice", .privacyNotice(url: sampleURL)),
            SampleScreen("privacy-notice-missing", .privacyNotice(url: nil)),
            SampleScreen("terms", .terms(url: sampleURL)), SampleScreen("terms-missing", .terms(url: nil)),
            SampleScreen("faq", faq("", [result(isServed: false), result(isServed: true)], in: .fallback)),
            SampleScreen("faq-nothing-found", faq("xyz", [], in: .fallback)),
            SampleScreen("faq-not-fetched", faq("", [result(isServed: false)], in: nil)),
            SampleScreen("faq-entry", .faqEntry(entry)), SampleScreen("support", support(on: platform)),
            SampleScreen("delete-data", .deleteData(hasFailed: false)),
            SampleScreen("delete-data-failed", .deleteData(hasFailed: true)), SampleScreen("deleting", .deleting),
        ]
    }

    private static func support(on platform: SettingsRequest.Platform) -> AppScreen {
        let oldest = SystemRequirements()
        return .support(
            SupportFacts(
                contact: sampleContact,
                platform: platform,
                systemVersion: platform == .iOS ? oldest.iOS : oldest.android,
                servicesVersion: platform == .iOS ? nil : oldest.androidServices,
                model: "Avviso 1",
                build: 1,
                service: .working,
                lastCheck: sampleCheck
            )
        )
    }

    static let sampleCheck = CheckTime(UnixTime(1_728_050_000))
    static let sampleDay = sampleCheck.time.utcDay
    private static let sampleURL = "https://www.example.org/text.html"
    static let sampleContact = ContactFacts(
        phone: "+00 000 000000",
        opens: "7",
        closes: "22",
        email: "support@example.org"
    )
}
