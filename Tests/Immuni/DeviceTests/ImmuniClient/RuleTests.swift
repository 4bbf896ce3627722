import ExposureFramework
import ExposurePrimitives
import Foundation
import ImmuniAPI
import Localisation
import PhonePorts
import Testing

@testable import ImmuniClient

private let start = UnixTime(1_795_255_200)

@Suite("The start-up check")
struct StartUpCheckTests {
    struct Case: Sendable {
        let platform: SettingsRequest.Platform
        let system: SystemVersion
        var services: SystemVersion?
        var minimumBuild: Int?
        let problem: StartUpProblem?
    }

    private static let cases = [
        Case(platform: .iOS, system: SystemVersion(13, 4, 9), problem: .systemTooOld(needed: SystemVersion(13, 5))),
        Case(platform: .iOS, system: SystemVersion(13, 5), problem: nil),
        Case(platform: .iOS, system: SystemVersion(13, 5), minimumBuild: 7, problem: nil),
        Case(platform: .iOS, system: SystemVersion(13, 5), minimumBuild: 8, problem: .appTooOld),
        Case(platform: .android, system: SystemVersion(5, 1), problem: .systemTooOld(needed: SystemVersion(6))),
        Case(platform: .android, system: SystemVersion(6), services: SystemVersion(20, 18, 13), problem: nil),
        Case(
            platform: .android,
            system: SystemVersion(6),
            services: SystemVersion(20, 18, 12),
            problem: .servicesTooOld(needed: SystemVersion(20, 18, 13))
        ),
        Case(platform: .android, system: SystemVersion(12), services: nil, problem: nil),
    ]

    @Test("requires the versions of the document, and no higher ones", arguments: cases)
    func check(_ sample: Case) {
        let facts = PhoneFacts(
            systemVersion: sample.system,
            servicesVersion: sample.services,
            model: "",
            notificationPermission: .granted,
            languages: []
        )
        let problem = StartUpCheck.problem(
            platform: sample.platform,
            build: 7,
            facts: facts,
            requirements: SystemRequirements(),
            minimumBuild: sample.minimumBuild
        )
        #expect(problem == sample.problem)
    }

    @Test("compares versions by their numbers")
    func versions() throws {
        #expect(SystemVersion("13.5") == SystemVersion(13, 5, 0))
        #expect(SystemVersion("13.10")! > SystemVersion(13, 9))
        #expect(SystemVersion("20.18.13")?.description == "20.18.13")
        for text in ["", "13.", "13.x", "-1", "1 3"] {
            #expect(SystemVersion(text) == nil)
        }
    }
}

@Suite("The language")
struct LanguageTextTests {
    @Test("uses the English text if its own is missing")
    func texts() {
        #expect(Language.german.text(of: ["de": "ja", "en": "yes"]) == "ja")
        #expect(Language.german.text(of: ["en": "yes"]) == "yes")
        #expect(Language.english.text(of: ["en": "yes"]) == "yes")
        #expect(Language.german.text(of: [:]) == nil)
    }
}

@Suite("The onboarding")
struct OnboardingTests {
    /// - Parameter settled: the steps with nothing left to ask; it contains `trial` if the app is not on trial.
    private static func path(_ platform: SettingsRequest.Platform, settled: Set<Onboarding.Step>) -> [Onboarding.Step] {
        var onboarding = Onboarding()
        var path: [Onboarding.Step] = []
        while let step = onboarding.step {
            path.append(step)
            onboarding.advance(on: platform, passing: settled.contains)
        }
        return path
    }

    @Test("follows the documented order of its platform")
    func order() {
        let common: [Onboarding.Step] = [.welcome, .howItWorks, .privacy, .region, .province, .framework]
        #expect(Self.path(.iOS, settled: []) == common + [.bluetooth, .notifications])
        #expect(Self.path(.android, settled: [.trial]) == common + [.location, .bluetooth])
        #expect(Self.path(.android, settled: []) == common + [.location, .bluetooth, .trial])
    }

    @Test("skips permissions that are already granted")
    func settled() {
        #expect(Self.path(.android, settled: [.location, .bluetooth, .province, .trial]).last == .framework)
    }

    @Test(
        "asks for Bluetooth first if it is off, because without it the system does not ask for the framework's permission"
    )
    func bluetoothFirst() throws {
        var world = try PhoneWorld(platform: .android, seed: 1, start: start)
        world.framework = FrameworkFacts(
            status: [.inactivated, .bluetoothDisabled, .noConsent],
            authorisation: .notDetermined
        )
        world.onboard()
        var effects = 0
        for expected in [Onboarding.Step.framework, .bluetooth, .bluetooth] {
            #expect(world.state.onboarding.progress.step == expected)
            effects = world.effectCount
            world.send(.proceed)
        }
        #expect(world.effectCount == effects + 1, "the phone was looked at, and nothing asked")
        world.framework.status = [.inactivated, .noConsent]
        world.send(.phoneChanged)
        #expect(world.state.onboarding.progress.step == .framework)
        world.framework = FrameworkFacts(status: .activated, authorisation: .authorised)
        world.send(.proceed)
        #expect(world.state.onboarding.progress.isCompleted)
    }

    @Test("also continues to Home if the owner postpones Bluetooth")
    func bluetoothLater() throws {
        var world = try PhoneWorld(platform: .android, seed: 1, start: start)
        world.framework = FrameworkFacts(
            status: [.inactivated, .bluetoothDisabled, .noConsent],
            authorisation: .notDetermined
        )
        world.onboard()
        world.send(.proceed)
        world.send(.skip)
        #expect(world.state.onboarding.progress.isCompleted)
    }

    @Test("survives a restart at every step, and goes back up to the permissions")
    func resumable() throws {
        var onboarding = Onboarding()
        while onboarding.step != nil {
            let stored = try JSONDecoder().decode(Onboarding.self, from: JSONEncoder().encode(onboarding))
            #expect(stored == onboarding)
            var returned = onboarding
            returned.goBack()
            #expect((returned == onboarding) == [.welcome, .bluetooth, .notifications].contains(onboarding.step))
            onboarding.advance(on: .iOS) { _ in false }
        }
    }
}

@Suite("The state of the service")
struct ServiceStatusTests {
    private static func status(
        _ platform: SettingsRequest.Platform = .android,
        isWanted: Bool = true,
        framework: FrameworkStatus = .activated,
        authorisation: FrameworkAuthorisation = .authorised,
        change: (inout PhoneFacts) -> Void = { _ in }
    ) -> ServiceStatus {
        var facts = PhoneFacts(
            systemVersion: SystemVersion(13, 5),
            model: "",
            notificationPermission: .granted,
            languages: []
        )
        change(&facts)
        return ServiceStatus(
            platform: platform,
            facts: facts,
            framework: FrameworkFacts(status: framework, authorisation: authorisation),
            isWanted: isWanted
        )
    }

    @Test("names everything that is wrong, and whether a detection is still possible")
    func problems() {
        #expect(Self.status() == .working)
        #expect(Self.status(isWanted: false) == .switchedOff)
        let cases: [(ServiceStatus, [ServiceProblem], canDetect: Bool)] = [
            (
                Self.status(framework: [.inactivated, .noConsent], authorisation: .refused), [.frameworkNotAllowed],
                false
            ),
            (Self.status(framework: .inactivated), [.frameworkOff], false),
            (Self.status(framework: [.inactivated, .bluetoothDisabled]), [.bluetoothOff], false),
            (Self.status(framework: [.inactivated, .hardwareNotSupported]), [.hardwareUnsupported], false),
            (Self.status { $0.isLocationOn = false }, [.locationOff], false),
            (Self.status { $0.notificationPermission = .refused }, [.notificationsOff], true),
            (Self.status(framework: [.activated, .lowStorage]), [.storageFull], true),
        ]
        for (status, problems, canDetect) in cases {
            #expect(status == .impaired(problems))
            #expect(status.canDetect == canDetect)
        }
        #expect(Self.status(.iOS) { $0.isLocationOn = false } == .working, "an iPhone needs no Location")
    }
}

@Suite("The delay of validations")
struct ValidationDelayTests {
    @Test("doubles from five seconds to half an hour with each refusal")
    func doubles() {
        var delay = ValidationDelay()
        #expect(delay.remaining(at: start) == 0)
        for expected in [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800] as [Int64] {
            delay.refused(at: start)
            #expect(delay.remaining(at: start) == expected)
            #expect(delay.remaining(at: start.advanced(bySeconds: expected - 1)) == 1)
            #expect(delay.remaining(at: start.advanced(bySeconds: expected)) == 0)
        }
    }

    @Test("ends with a success, after a day, and when the clock is set back")
    func ends() {
        var delay = ValidationDelay()
        for _ in 0..<3 { delay.refused(at: start) }
        #expect(delay.remaining(at: start.advanced(bySeconds: -1)) == 0)
        var later = delay
        later.refused(at: start.advanced(bySeconds: 86_400))
        #expect(later.remaining(at: start.advanced(bySeconds: 86_400)) == 5)
        var sooner = delay
        sooner.refused(at: start.advanced(bySeconds: 86_399))
        #expect(sooner.remaining(at: start.advanced(bySeconds: 86_399)) == 40)
        delay.succeeded()
        #expect(delay == ValidationDelay())
    }
}

@Suite("The FAQ")
struct FAQTests {
    private static let faq = FAQ(
        parsing: Array(
            #"{"faqs":[{"title":"Che cos'è?","content":"Un'app."},{"title":"Costa?","content":"È gratis."}]}"#.utf8
        )
    )

    @Test(
        "is found by words in any case and without accents, matches in titles first",
        arguments: [
            ("", [0, 1]), ("e", [0, 1]), ("GRATIS", [1]), ("cos'e che", [0]), ("nulla", []), ("  ", [0, 1]),
            ("gra\u{AD}tis", [1]),
        ]
            as [(String, [Int])]
    )
    func search(query: String, expected: [Int]) throws {
        #expect(try #require(Self.faq).matching(query) == expected)
    }

    @Test("is refused in any other form")
    func refused() {
        for text in ["", "[]", "{}", #"{"faqs":[{"title":"a"}]}"#] {
            #expect(FAQ(parsing: Array(text.utf8)) == nil)
        }
    }
}

@Suite("The addresses of documents")
struct URLTargetTests {
    @Test(
        "lose their host, and are https with a path",
        arguments: [
            ("https://get.example.org/docs/faq-it.json", "/docs/faq-it.json"),
            ("https://other.example.org/a?b=c", "/a?b=c"), ("http://get.example.org/a", nil),
            ("https://get.example.org", nil), ("/docs", nil), ("", nil), ("https://x/a b", nil),
        ] as [(String, String?)]
    )
    func target(address: String, expected: String?) {
        if expected == nil, address == "https://x/a b" {
            // A character that cannot be in a request line is refused or encoded.
            #expect(URLTarget.target(of: address)?.contains(" ") != true)
            return
        }
        #expect(URLTarget.target(of: address) == expected)
    }
}
