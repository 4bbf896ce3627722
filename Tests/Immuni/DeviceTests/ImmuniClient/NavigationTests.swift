import ClientKit
import ExposureFramework
import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Testing

@testable import ImmuniClient

@Suite("The way back")
struct NavigationTests {
    @Test(
        "leads to the screen that the owner came from",
        arguments: [
            [.faq, .faqEntry(0)], [.settings, .faq, .faqEntry(2)], [.support], [.settings, .support],
            [.settings, .region, .province(.lazio)], [.settings, .deleteData], [.repair(.bluetoothOff)],
        ] as [[AppPlace]]
    )
    func back(places: [AppPlace]) {
        var trail = PlaceTrail(from: AppPlace.home)
        for place in places {
            trail.open(place)
        }
        for place in places.reversed() {
            #expect(trail.current == place)
            trail.goBack()
        }
        #expect(trail.current == .home)
        trail.goBack()
        #expect(trail.current == .home)
    }

    @Test("does not form a circle, and ends at Home")
    func circles() {
        var trail = PlaceTrail(from: AppPlace.home)
        for place in [AppPlace.settings, .faq, .settings, .support] {
            trail.open(place)
        }
        trail.goBack()
        #expect(trail.current == .settings)
        trail.goBack()
        #expect(trail.current == .home)
        trail.open(.support)
        trail.open(.home)
        trail.goBack()
        #expect(trail.current == .home)
    }

    @Test("in the settings, a region with one province asks for none, any other asks for one of its own")
    func province() throws {
        var world = try PhoneWorld.onboarded(.iOS)
        world.send(.open(.settings), .open(.region), .chooseRegion(.abroad))
        #expect(world.state.home.place == .settings)
        #expect(world.state.choices.province == .abroad)
        world.send(.open(.region), .chooseRegion(.lazio))
        let facts = try #require(world.screen.province)
        #expect(facts.current == nil, "none of these is the owner's")
        #expect(facts.choices.map(\.code) == ["FR", "LT", "RI", "RM", "VT"])
        #expect(world.state.choices.province == .abroad)
        world.send(.goBack)
        #expect(world.state.home.place == .region)
        world.send(.chooseRegion(.lazio), .chooseProvince(facts.choices[3]))
        #expect(world.state.home.place == .settings)
        #expect(world.state.choices.province?.code == "RM")
    }

    @Test("a search is forgotten with its screen, but not when an answer is read")
    func search() throws {
        var world = try PhoneWorld.onboarded(.iOS)
        world.send(.open(.faq), .searchFAQ("codes"), .open(.faqEntry(0)), .goBack)
        #expect(world.state.home.query == "codes")
        world.send(.goBack, .open(.faq))
        #expect(world.state.home.query == "")
    }

    @Test(
        "the help with notifications is the app's question once, and the phone's settings afterwards",
        arguments: [(.notDetermined, .ask), (.refused, .systemSettings)]
            as [(PhoneFacts.NotificationPermission, ServiceProblem.Repair)]
    )
    func notifications(permission: PhoneFacts.NotificationPermission, repair: ServiceProblem.Repair) throws {
        var world = try PhoneWorld.onboarded(.iOS)
        world.facts.notificationPermission = permission
        world.send(.phoneChanged, .open(.repair(.notificationsOff)))
        #expect(world.screen == .repair(RepairFacts(problem: .notificationsOff, repair: repair)))
    }
}

@Suite("The counted steps of the onboarding")
struct StepCountTests {
    private static let untouched = FrameworkFacts(status: [.inactivated, .noConsent], authorisation: .notDetermined)
    private static let terms = AppAction.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true)

    /// A new phone on which nothing was asked yet.
    private static func world(_ platform: SettingsRequest.Platform, _ framework: FrameworkFacts) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: platform)
        world.framework = framework
        world.facts.notificationPermission = platform == .iOS ? .notDetermined : .granted
        world.send(.launched(inForeground: true))
        return world
    }

    /// The shown places and numbers of steps, until Home. The system grants all permissions, and the owner switches on
    /// everything that is off.
    private static func count(_ world: inout PhoneWorld, in region: Region) -> [[Int]] {
        var seen: [[Int]] = []
        while let facts = world.screen.onboarding {
            seen.append([facts.number, facts.count])
            switch facts.step {
            case .welcome, .howItWorks, .trial: world.send(.proceed)
            case .privacy: world.send(terms)
            case .region: world.send(.chooseRegion(region))
            case .province: world.send(.chooseProvince(facts.provinces.choices[0]))
            case .framework:
                if !world.framework.status.contains(.bluetoothDisabled) {
                    world.framework = PhoneWorld.allowed
                }
                world.send(.proceed)
            case .location:
                world.facts.isLocationOn = true
                world.send(.phoneChanged)
            case .bluetooth:
                world.framework = untouched
                world.send(.phoneChanged)
            case .notifications:
                world.facts.notificationPermission = .granted
                world.send(.proceed)
            }
        }
        return seen
    }

    @Test(
        "go from one to their number without a gap, also if the province need not be asked for",
        arguments: [(.lazio, (1...7).map { [$0, 7] }), (.abroad, (1...4).map { [$0, 7] } + [[5, 6], [6, 6]])]
            as [(Region, [[Int]])]
    )
    func iPhone(region: Region, expected: [[Int]]) throws {
        var world = try Self.world(.iOS, Self.untouched)
        #expect(Self.count(&world, in: region) == expected)
    }

    @Test("include Location and Bluetooth if they are off")
    func android() throws {
        var world = try Self.world(.android, Self.untouched)
        world.facts.isLocationOn = false
        world.send(.phoneChanged)
        #expect(Self.count(&world, in: .lazio) == (1...7).map { [$0, 7] })
    }

    @Test("include the permission twice if Bluetooth must be switched on first")
    func bluetoothFirst() throws {
        var world = try Self.world(.iOS, PhoneWorld.withoutBluetooth)
        #expect(Self.count(&world, in: .lazio) == (1...9).map { [$0, 9] })
    }

    @Test("stay the same while the owner goes back and forward")
    func backAndOn() throws {
        var world = try Self.world(.iOS, Self.untouched)
        let rome = try #require(Province(code: "RM"))
        world.send(.proceed, .proceed, Self.terms, .chooseRegion(.lazio), .chooseProvince(rome))
        #expect(world.screen.onboarding?.number == 6)
        for (action, step, number) in [
            (AppAction.goBack, Onboarding.Step.province, 5), (.goBack, .region, 4),
            (.chooseRegion(.abroad), .framework, 5), (.goBack, .region, 4),
        ] {
            world.send(action)
            #expect((world.screen.onboarding?.step, world.screen.onboarding?.number) == (step, number), "\(action)")
        }
    }

    @Test("begin without a choice, and keep a choice for the way back")
    func unchosen() throws {
        var world = try Self.world(.iOS, Self.untouched)
        world.send(.proceed, .proceed, Self.terms)
        #expect(world.screen.onboarding?.regions == RegionFacts(current: nil, choices: Region.choices))
        world.send(.chooseRegion(.lazio))
        #expect(world.screen.onboarding?.provinces == ProvinceFacts(current: nil, choices: Region.lazio.domiciles))
        world.send(.goBack)
        #expect(world.screen.onboarding?.regions.current == .lazio)
    }
}
