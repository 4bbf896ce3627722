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
    private static let services = SystemVersion(20, 18, 13)

    @Test(
        "requires the versions of the document, and no higher ones",
        arguments: [
            (.iOS, SystemVersion(13, 4, 9), nil, nil, .systemTooOld(needed: SystemVersion(13, 5))),
            (.iOS, SystemVersion(13, 5), nil, nil, nil), (.iOS, SystemVersion(13, 5), nil, 7, nil),
            (.iOS, SystemVersion(13, 5), nil, 8, .appTooOld),
            (.android, SystemVersion(5, 1), nil, nil, .systemTooOld(needed: SystemVersion(6))),
            (.android, SystemVersion(6), services, nil, nil),
            (.android, SystemVersion(6), SystemVersion(20, 18, 12), nil, .servicesTooOld(needed: services)),
            (.android, SystemVersion(12), nil, nil, nil),
        ] as [(SettingsRequest.Platform, SystemVersion, SystemVersion?, Int?, StartUpProblem?)]
    )
    func check(
        platform: SettingsRequest.Platform,
        system: SystemVersion,
        services: SystemVersion?,
        minimumBuild: Int?,
        problem: StartUpProblem?
    ) {
        var facts = PhoneFacts.sample(system)
        facts.servicesVersion = services
        let found = StartUpCheck.problem(
            platform: platform,
            build: 7,
            facts: facts,
            requirements: SystemRequirements(),
            minimumBuild: minimumBuild
        )
        #expect(found == problem)
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

    /// An Android phone whose owner has come to the framework's permission while Bluetooth is off.
    private static func withoutBluetooth() throws -> PhoneWorld {
        var world = try PhoneWorld(platform: .android, seed: 1, start: start)
        world.framework = PhoneWorld.withoutBluetooth
        world.onboard()
        return world
    }

    @Test(
        "asks for Bluetooth first if it is off, because without it the system does not ask for the framework's permission"
    )
    func bluetoothFirst() throws {
        var world = try Self.withoutBluetooth()
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
        var world = try Self.withoutBluetooth()
        world.send(.proceed, .skip)
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
        var facts = PhoneFacts.sample(SystemVersion(13, 5))
        change(&facts)
        let found = FrameworkFacts(status: framework, authorisation: authorisation)
        return ServiceStatus(platform: platform, facts: facts, framework: found, isWanted: isWanted)
    }

    @Test("names everything that is wrong, and whether a detection is still possible")
    func problems() {
        #expect(Self.status() == .working)
        #expect(Self.status(isWanted: false) == .switchedOff)
        let refused: FrameworkStatus = [.inactivated, .noConsent]
        let cases: [(ServiceStatus, [ServiceProblem], canDetect: Bool)] = [
            (Self.status(framework: refused, authorisation: .refused), [.frameworkNotAllowed], false),
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
        for (seconds, expected) in [(86_400, 5), (86_399, 40)] as [(Int64, Int64)] {
            var refused = delay
            refused.refused(at: start.advanced(bySeconds: seconds))
            #expect(refused.remaining(at: start.advanced(bySeconds: seconds)) == expected)
        }
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
            ("https://get.example.org", nil), ("/docs", nil), ("", nil),
        ] as [(String, String?)]
    )
    func target(address: String, expected: String?) { #expect(URLTarget.target(of: address) == expected) }

    @Test("have no character that cannot be in a request line: it is refused or encoded")
    func space() { #expect(URLTarget.target(of: "https://x/a b")?.contains(" ") != true) }
}
