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
        var trail = PlaceTrail()
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
        var trail = PlaceTrail()
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

    private static func world(_ platform: SettingsRequest.Platform = .iOS) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: platform, seed: 1, start: UnixTime(1_795_255_200))
        world.onboard()
        return world
    }

    @Test("in the settings, a region with one province asks for none, any other asks for one of its own")
    func province() throws {
        var world = try Self.world()
        world.send(.open(.settings))
        world.send(.open(.region))
        world.send(.chooseRegion(.abroad))
        #expect(world.state.home.place == .settings)
        #expect(world.state.choices.province == .abroad)
        world.send(.open(.region))
        world.send(.chooseRegion(.lazio))
        guard case .province(let facts) = AppScreen(world.state, app: world.reducer.app, now: world.now) else {
            Issue.record("no province is asked for")
            return
        }
        #expect(facts.current == nil, "none of these is the owner's")
        #expect(facts.choices.map(\.code) == ["FR", "LT", "RI", "RM", "VT"])
        #expect(world.state.choices.province == .abroad)
        world.send(.goBack)
        #expect(world.state.home.place == .region)
        world.send(.chooseRegion(.lazio))
        world.send(.chooseProvince(facts.choices[3]))
        #expect(world.state.home.place == .settings)
        #expect(world.state.choices.province?.code == "RM")
    }

    @Test("a search is forgotten with its screen, but not when an answer is read")
    func search() throws {
        var world = try Self.world()
        world.send(.open(.faq))
        world.send(.searchFAQ("codes"))
        world.send(.open(.faqEntry(0)))
        world.send(.goBack)
        #expect(world.state.home.query == "codes")
        world.send(.goBack)
        world.send(.open(.faq))
        #expect(world.state.home.query == "")
    }

    @Test(
        "the help with notifications is the app's question once, and the phone's settings afterwards",
        arguments: [(.notDetermined, .ask), (.refused, .systemSettings)]
            as [(PhoneFacts.NotificationPermission, ServiceProblem.Repair)]
    )
    func notifications(permission: PhoneFacts.NotificationPermission, repair: ServiceProblem.Repair) throws {
        var world = try Self.world()
        world.facts.notificationPermission = permission
        world.send(.phoneChanged)
        world.send(.open(.repair(.notificationsOff)))
        let screen = AppScreen(world.state, app: world.reducer.app, now: world.now)
        #expect(screen == .repair(RepairFacts(problem: .notificationsOff, repair: repair)))
    }
}

@Suite("The counted steps of the onboarding")
struct StepCountTests {
    private static let start = UnixTime(1_795_255_200)
    private static let untouched = FrameworkFacts(status: [.inactivated, .noConsent], authorisation: .notDetermined)
    private static let withoutBluetooth = FrameworkFacts(
        status: [.inactivated, .bluetoothDisabled, .noConsent],
        authorisation: .notDetermined
    )
    private static let allowed = FrameworkFacts(status: .activated, authorisation: .authorised)

    /// A new phone on which nothing was asked yet.
    private static func world(_ platform: SettingsRequest.Platform, _ framework: FrameworkFacts) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: platform, seed: 1, start: start)
        world.framework = framework
        world.facts.notificationPermission = platform == .iOS ? .notDetermined : .granted
        world.send(.launched(inForeground: true))
        return world
    }

    /// The shown places and numbers of steps, until Home. The system grants all permissions, and the owner switches on
    /// everything that is off.
    private static func count(_ world: inout PhoneWorld, in region: Region) -> [[Int]] {
        var seen: [[Int]] = []
        while case .onboarding(let facts) = AppScreen(world.state, app: world.reducer.app, now: world.now) {
            seen.append([facts.number, facts.count])
            switch facts.step {
            case .welcome, .howItWorks, .trial: world.send(.proceed)
            case .privacy: world.send(.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true))
            case .region: world.send(.chooseRegion(region))
            case .province: world.send(.chooseProvince(facts.provinces.choices[0]))
            case .framework:
                if !world.framework.status.contains(.bluetoothDisabled) {
                    world.framework = allowed
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

    @Test("go from one to their number without a gap, on an iPhone")
    func iPhone() throws {
        var world = try Self.world(.iOS, Self.untouched)
        let seen = Self.count(&world, in: .lazio)
        #expect(seen == (1...7).map { [$0, 7] })
    }

    @Test("have no gap if the province need not be asked for")
    func abroad() throws {
        var world = try Self.world(.iOS, Self.untouched)
        let seen = Self.count(&world, in: .abroad)
        #expect(seen == (1...4).map { [$0, 7] } + [[5, 6], [6, 6]])
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
        var world = try Self.world(.iOS, Self.withoutBluetooth)
        #expect(Self.count(&world, in: .lazio) == (1...9).map { [$0, 9] })
    }

    @Test("stay the same while the owner goes back and forward")
    func backAndOn() throws {
        var world = try Self.world(.iOS, Self.untouched)
        func number() -> Int? {
            guard case .onboarding(let facts) = AppScreen(world.state, app: world.reducer.app, now: world.now) else {
                return nil
            }
            return facts.number
        }
        let rome = try #require(Province(code: "RM"))
        let before: [AppAction] = [
            .proceed, .proceed, .acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true),
            .chooseRegion(.lazio), .chooseProvince(rome),
        ]
        for action in before {
            world.send(action)
        }
        #expect(number() == 6)
        world.send(.goBack)
        #expect((world.state.onboarding.progress.step, number()) == (.province, 5))
        world.send(.goBack)
        #expect((world.state.onboarding.progress.step, number()) == (.region, 4))
        world.send(.chooseRegion(.abroad))
        #expect((world.state.onboarding.progress.step, number()) == (.framework, 5))
        world.send(.goBack)
        #expect((world.state.onboarding.progress.step, number()) == (.region, 4), "abroad had no other step")
    }

    @Test("begin without a choice, and keep a choice for the way back")
    func unchosen() throws {
        var world = try Self.world(.iOS, Self.untouched)
        func facts() -> OnboardingFacts? {
            guard case .onboarding(let facts) = AppScreen(world.state, app: world.reducer.app, now: world.now) else {
                return nil
            }
            return facts
        }
        world.send(.proceed)
        world.send(.proceed)
        world.send(.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true))
        #expect(facts()?.regions == RegionFacts(current: nil, choices: Region.choices))
        world.send(.chooseRegion(.lazio))
        #expect(facts()?.provinces == ProvinceFacts(current: nil, choices: Region.lazio.domiciles))
        world.send(.goBack)
        #expect(facts()?.regions.current == .lazio)
    }
}
