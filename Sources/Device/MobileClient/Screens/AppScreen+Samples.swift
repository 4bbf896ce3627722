public import ImmuniAPI
import ExposurePrimitives
import PhonePorts

/// A screen with made-up facts.
public struct SampleScreen: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens; of one screen among those of a platform.
    public let name: String
    public let screen: AppScreen

    fileprivate init(_ name: String, _ screen: AppScreen) {
        self.name = name
        self.screen = screen
    }
}

extension AppScreen {
    /// Every screen in each of its states: for previews of a user interface, and to check that none lacks a text.
    public static func samples(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        starting(on: platform) + onboarding(on: platform) + home(on: platform) + repairs(on: platform) + uploads
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
                    SampleScreen(
                        "services-too-old",
                        .updateRequired(.servicesTooOld(needed: oldest.androidServices))
                    ),
                ]
            }
        return [SampleScreen("starting", .starting)] + tooOld + [
            SampleScreen("app-too-old", .updateRequired(.appTooOld)),
            SampleScreen("setting-up", .settingUp(SettingUpFacts(hasFailed: false, wasDamaged: false))),
            SampleScreen("setting-up-failed", .settingUp(SettingUpFacts(hasFailed: true, wasDamaged: false))),
            SampleScreen("file-damaged", .settingUp(SettingUpFacts(hasFailed: false, wasDamaged: true))),
        ]
    }

    private static func onboarding(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        let steps = Onboarding.steps(on: platform, isTrial: true)
        return steps.enumerated().map { position, step in
            SampleScreen(
                "onboarding-\(step.rawValue.lowercased())",
                .onboarding(
                    OnboardingFacts(
                        step: step,
                        number: position + 1,
                        count: steps.count,
                        canGoBack: Onboarding.canReturn(from: step),
                        regions: step == .region ? Region.choices : [],
                        provinces: step == .province ? Region.lazio.domiciles : [],
                        termsURL: step == .privacy ? sampleURL : nil,
                        noticeURL: step == .privacy ? sampleURL : nil,
                        wasDamaged: false
                    )
                )
            )
        }
    }

    private static func home(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        func home(
            _ service: ServiceStatus = .working,
            _ status: CovidStatus = .neutral,
            lastDetection: CalendarDay? = sampleDay,
            hasUnfinishedUpload: Bool = false,
            mustBeOpened: Bool = false
        ) -> AppScreen {
            .home(
                HomeFacts(
                    service: service,
                    status: status,
                    lastDetection: lastDetection,
                    hasUnfinishedUpload: hasUnfinishedUpload,
                    contact: sampleContact,
                    mustBeOpened: mustBeOpened
                )
            )
        }
        let reopened = SampleScreen("home-to-be-opened", home(mustBeOpened: true))
        return (platform == .android ? [reopened] : []) + [
            SampleScreen("home", home()), SampleScreen("home-first-day", home(lastDetection: nil)),
            SampleScreen("home-risk", home(.working, .risk(lastContact: sampleDay))),
            SampleScreen("home-positive", home(.working, .positive(lastUpload: sampleDay))),
            SampleScreen("home-off", home(.switchedOff)),
            SampleScreen("home-impaired", home(.impaired(problems(on: platform)))),
            SampleScreen("home-unfinished", home(hasUnfinishedUpload: true)),
        ]
    }

    private static func problems(on platform: SettingsRequest.Platform) -> [ServiceProblem] {
        ServiceProblem.allCases.filter { platform == .android || $0 != .locationOff }
    }

    private static func repairs(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        problems(on: platform).map { SampleScreen("repair-\($0.rawValue.lowercased())", .repair($0)) }
    }

    private static var uploads: [SampleScreen] {
        func upload(_ phase: UploadFacts.Phase, secondsToWait: Int = 0) -> AppScreen {
            .upload(
                UploadFacts(
                    phase: phase,
                    code: "ABC DEFG HIJ",
                    secondsToWait: secondsToWait,
                    content: UploadSummary(keyCount: 14, summaryCount: 2, infoCount: 3, province: Province(code: "RM"))
                )
            )
        }
        return UploadFacts.Phase.allCases.map { SampleScreen("upload-\($0)".lowercased(), upload($0)) }
            + [SampleScreen("upload-wait", upload(.notAuthorised, secondsToWait: 20))]
    }

    private static func settings(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        let province = Province(code: "RM")
        func settings(isServiceOn: Bool) -> AppScreen {
            .settings(SettingsFacts(isServiceOn: isServiceOn, province: province, language: nil, build: 1))
        }
        let entry = FAQ.Entry(title: "?", content: "…")
        return [
            SampleScreen("settings", settings(isServiceOn: true)),
            SampleScreen("settings-off", settings(isServiceOn: false)),
            SampleScreen("language", .language(chosen: nil)),
            SampleScreen("province", .province(ProvinceFacts(current: province, regions: Region.choices))),
            SampleScreen("privacy-notice", .privacyNotice(url: sampleURL)),
            SampleScreen("privacy-notice-missing", .privacyNotice(url: nil)),
            SampleScreen("terms", .terms(url: sampleURL)), SampleScreen("terms-missing", .terms(url: nil)),
            SampleScreen(
                "faq",
                .faq(FAQFacts(query: "", results: [FAQFacts.Result(index: 0, title: entry.title)], isAvailable: true))
            ),
            SampleScreen("faq-nothing-found", .faq(FAQFacts(query: "xyz", results: [], isAvailable: true))),
            SampleScreen("faq-missing", .faq(FAQFacts(query: "", results: [], isAvailable: false))),
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
                lastDetection: sampleDay
            )
        )
    }

    private static let sampleDay = CalendarDay(daysSinceEpoch: 20_000)
    private static let sampleURL = "https://www.example.org/text.html"
    private static let sampleContact = ContactFacts(
        phone: "+00 000 000000",
        opens: "7",
        closes: "22",
        email: "support@example.org"
    )
}
