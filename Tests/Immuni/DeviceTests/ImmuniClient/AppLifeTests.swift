import ClientKit
import ClientTesting
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import Localisation
import PhonePorts
import PhoneSimulation
import Testing

@testable import ImmuniClient

@Suite("The life of an app")
struct AppLifeTests {
    @Test("begins with the settings only, and continues where its owner left it")
    func onboarding() async throws {
        let sample = try SampleClient(platform: .iOS)
        #expect(await sample.screen() == .starting)
        sample.authority.fail("/v1/settings?platform=ios&build=7", with: 503)
        let unset = SettingUpFacts(failure: .noUsableAnswer, beginning: .first)
        #expect(await sample.screen(after: .launched(inForeground: true)) == .settingUp(unset))
        sample.authority.fail("/v1/settings?platform=ios&build=7", with: nil)
        let terms = AppAction.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: false)
        await sample.send(.retrySettings, .proceed, .proceed, terms)
        let restarted = try await sample.restart()
        let facts = try #require(await restarted.screen().onboarding)
        #expect(facts.step == .privacy)
        #expect((facts.number, facts.count) == (3, 6), "Bluetooth is on, and notifications are allowed")
        #expect(facts.termsURL == "https://example.org/tou")
        #expect(await restarted.screen(after: .chooseRegion(.lazio)) == .onboarding(facts), "steps come in their order")
    }

    @Test(
        "tells new owners of an Android phone in the last step that the app is on trial, while it is",
        arguments: [true, false]
    )
    func trial(isTrial: Bool) async throws {
        let sample = try SampleClient(platform: .android)
        sample.authority.setSettings(SampleSettings.json(isTrial: isTrial))
        guard isTrial else {
            return try await sample.onboard()
        }
        try await sample.passOnboarding()
        let restarted = try await sample.restart()
        let facts = try #require(await restarted.screen().onboarding)
        #expect((facts.step, facts.number, facts.count) == (.trial, 7, 7))
        #expect(!facts.canGoBack)
        _ = try await restarted.homeScreen(after: .proceed)
    }

    @Test("tells no owner of an iPhone that the app is on trial")
    func trialOnIPhones() async throws {
        _ = try await SampleClient.onboarded(platform: .iOS, settings: SampleSettings.json(isTrial: true))
    }

    @Test("skips the step about a trial that has ended meanwhile")
    func trialEnded() async throws {
        let sample = try SampleClient(platform: .android)
        sample.authority.setSettings(SampleSettings.json(isTrial: true))
        try await sample.passOnboarding()
        sample.authority.setSettings(SampleSettings.json(isTrial: false))
        _ = await sample.refreshSettings()
        _ = try await sample.homeScreen(after: .enteredForeground)
    }

    @Test(
        "reminds owners of Android phones to open the app, if the settings say so",
        arguments: [SettingsRequest.Platform.iOS, .android],
        [true, false]
    )
    func reopening(platform: SettingsRequest.Platform, remindsToOpen: Bool) async throws {
        let settings = SampleSettings.json(remindsToOpen: remindsToOpen)
        let sample = try await SampleClient.onboarded(platform: platform, settings: settings)
        #expect(try await sample.homeScreen().mustBeOpened == (remindsToOpen && platform == .android))
    }

    @Test("cannot be used while something is too old, and continues after the update")
    func tooOld() async throws {
        let sample = try SampleClient(platform: .iOS)
        sample.owner.change { $0.systemVersion = SystemVersion(13, 4) }
        for action in [AppAction.launched(inForeground: true), .proceed, .goBack, .open(.home), .skip] {
            #expect(await sample.screen(after: action) == .updateRequired(.systemTooOld(needed: SystemVersion(13, 5))))
        }
        #expect(sample.authority.requests.allSatisfy { $0.host == .download }, "settings and FAQ of the first start")
        sample.owner.change { $0.systemVersion = SystemVersion(13, 5) }
        try await sample.onboard()
    }

    @Test("fetches nothing when it is opened again, and nothing for any screen except the upload's")
    func silent() async throws {
        let sample = try await SampleClient.onboarded(platform: .android)
        let count = sample.authority.requests.count
        for _ in 0..<3 {
            await sample.send(.enteredBackground, .enteredForeground)
            let places = [AppPlace.settings, .faq, .support, .privacyNotice, .terms, .language, .region, .upload]
            await sample.send(places.map { .open($0) })
            await sample.send(.chooseLanguage(.german))
            sample.clock.advance(bySeconds: 86_400)
        }
        #expect(sample.authority.requests.count == count)
        #expect(try await sample.restart().client.display.language == .german)
    }

    @Test(
        "fetches settings and FAQ at first, then in each session settings, index and new chunks, and the FAQ once a day"
    )
    func sessions() async throws {
        let sample = try SampleClient()
        sample.authority.setFAQ(Array(#"{"faqs":[]}"#.utf8))
        var seen = 0
        func targets() -> [String] {
            defer { seen = sample.authority.requests.count }
            return sample.authority.requests.dropFirst(seen).map(\.target)
        }
        let settings = "/v1/settings?platform=android&build=7"
        await sample.send(.launched(inForeground: true))
        #expect(targets() == [settings, "/faq"])
        try await sample.onboard()
        #expect(targets().isEmpty)
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 5)], as: 1)
        for session in 1...8 {
            sample.clock.advance(bySeconds: 14_400)
            await sample.send(.woken(.backgroundSession))
            let chunks = session == 1 ? ["/v1/keys/1"] : []
            #expect(targets() == [settings, "/v1/keys/index"] + chunks + (session == 6 ? ["/faq"] : []))
        }
    }

    @Test("an iPhone opened after a day without a detection makes one, and fetches nothing else")
    func detectionAsOpened() async throws {
        let sample = try await SampleClient.onboarded(platform: .iOS)
        await sample.detect()
        let count = sample.authority.requests.count
        sample.clock.advance(bySeconds: 86_399)
        await sample.send(.enteredForeground)
        #expect(sample.authority.requests.count == count)
        sample.clock.advance(bySeconds: 1)
        await sample.send(.enteredForeground)
        let targets = sample.authority.requests.dropFirst(count).map(\.target)
        #expect(targets == ["/v1/keys/index", "/v1/analytics/apple/token"])
    }

    @Test("says what is wrong, and repairs it")
    func repair() async throws {
        let sample = try await SampleClient.onboarded()
        #expect(try await sample.homeScreen().service == .working)
        sample.owner.change { $0.isLocationOn = false }
        #expect(try await sample.homeScreen(after: .phoneChanged).service == .impaired([.locationOff]))
        await sample.send(.open(.repair(.locationOff)), .repair(.locationOff))
        let advice = RepairFacts(problem: .locationOff, repair: .systemSettings)
        #expect(await sample.screen() == .repair(advice), "nothing was repaired")
        sample.owner.change { $0.isLocationOn = true }
        await sample.send(.phoneChanged)
        #expect(try await sample.homeScreen().service == .working, "what is repaired needs no advice any more")
        sample.owner.change { $0.isLocationOn = false }
        #expect(try await sample.homeScreen(after: .setService(isOn: false)).service == .switchedOff)
        #expect(await sample.framework.status == .inactivated)
        sample.owner.change { $0.isLocationOn = true }
        #expect(try await sample.homeScreen(after: .setService(isOn: true)).service == .working)
    }

    @Test("reminds of a service that does not work, once a period")
    func reminders() async throws {
        let sample = try await SampleClient.onboarded()
        sample.owner.change { $0.isLocationOn = false }
        for _ in 0..<12 {
            await sample.send(.woken(.backgroundSession))
            sample.clock.advance(bySeconds: 14_400)
        }
        #expect(sample.owner.shown == [.serviceNotActive, .serviceNotActive])
    }

    @Test("a notice ends fourteen days after the contact")
    func noticeExpires() async throws {
        let sample = try await SampleClient.onboarded()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        let day = sample.clock.now().utcDay
        await sample.detect()
        #expect(try await sample.homeScreen().status == .risk(lastContact: day))
        sample.clock.advance(bySeconds: 14 * 86_400)
        #expect(try await sample.homeScreen(after: .phoneChanged).status == .risk(lastContact: day))
        sample.clock.advance(bySeconds: 86_400)
        #expect(try await sample.homeScreen(after: .phoneChanged).status == .neutral)
    }

    @Test("accepts only a known province")
    func province() async throws {
        let sample = try await SampleClient.onboarded()
        await sample.send(.open(.settings), .open(.region), .chooseRegion(.lombardia))
        for code in ["MI", "XX"] {
            await sample.send(.chooseProvince(try #require(Province(code: code))))
        }
        #expect(await sample.screen().settings?.province?.code == "MI")
    }

    @Test("finds answers in the FAQ of the last session, and shows what support needs")
    func help() async throws {
        let sample = try await SampleClient.onboarded()
        #expect(await sample.screen(after: .open(.faq)) == .faq(FAQFacts(query: "", results: [], servedLanguage: nil)))
        let body = Array(#"{"faqs":[{"title":"Cost","content":"None."},{"title":"Battery","content":"Little."}]}"#.utf8)
        let stored = StoredFAQ(faq: try #require(FAQ(parsing: body)), language: .english, fetchedAt: sample.clock.now())
        await sample.send(.effectEnded(EffectEnd(.session(.faqAnswered(stored)))), .searchFAQ("little"))
        let battery = FAQFacts.Result(index: 1, title: "Battery", isServed: true)
        let found = FAQFacts(query: "little", results: [battery], servedLanguage: .english)
        #expect(await sample.screen() == .faq(found))
        let entry = FAQEntryFacts(entry: stored.faq.entries[1], language: .english)
        #expect(await sample.screen(after: .open(.faqEntry(1))) == .faqEntry(entry))
        #expect(await sample.screen(after: .goBack) == .faq(found))
        await sample.send(.effectEnded(EffectEnd(.session(.faqAnswered(nil)))))
        #expect(await sample.screen() == .faq(found), "what failed to be fetched takes nothing away")
        let facts = try #require(await sample.screen(after: .open(.support)).support)
        #expect((facts.model, facts.build, facts.service) == ("Sample", 7, .working))
        #expect(await sample.screen(after: .goBack) == .faq(found), "the owner came from there")
        #expect(try await sample.homeScreen(after: .goBack).contact.opens == "7")
    }

    @Test("a damaged file is dropped, and the framework's keys are not lost")
    func damaged() async throws {
        let storage = InMemoryPhoneStorage()
        let sample = try await SampleClient.onboarded(disk: SamplePhoneDisk(app: storage))
        await sample.live(days: 3)
        var file = try #require(try storage.read("app"))
        file[file.count / 2] ^= 1
        try storage.replace("app", with: file)
        let restarted = try sample.restarted()
        sample.authority.fail("/v1/settings?platform=android&build=7", with: 503)
        let unset = SettingUpFacts(failure: .noUsableAnswer, beginning: .damaged)
        #expect(await restarted.screen(after: .launched(inForeground: true)) == .settingUp(unset))
        sample.authority.fail("/v1/settings?platform=android&build=7", with: nil)
        let facts = try #require(await restarted.screen(after: .retrySettings).onboarding)
        #expect(facts.beginning == .damaged, "it says so where the owner can read it")
        try await restarted.onboard()
        #expect(await restarted.framework.status == .activated, "the permission is the framework's")
        #expect(try await restarted.upload().content.keyCount == 3)
    }

    @Test("a phone that was off for minutes, days or over the month's end makes one check, and misses nothing")
    func powerOff() async throws {
        for seconds in [600, 5 * 86_400, 40 * 86_400] as [Int64] {
            let sample = try await SampleClient.onboarded()
            try await sample.authority.publish([sample.meet(seed: 10, minutes: 20, rssi: -90)], as: 1)
            #expect(await sample.detect().chunks.map(\.index) == [1])
            sample.clock.advance(bySeconds: seconds)
            sample.authority.offer(1...1)
            let restarted = try await sample.restart(inForeground: false)
            let next = try #require(restarted.scheduler[.backgroundSession])
            #expect(next.seconds(since: sample.clock.now()) == (seconds == 600 ? 14_400 - 600 : 60))
            sample.clock.set(next)
            await restarted.send(.woken(.backgroundSession))
            #expect(await restarted.client.lastReport?.interruption == nil)
            #expect(await restarted.client.state.session.lastDetection == next)
            #expect(await restarted.framework.status == .activated)
        }
    }

    @Test(
        "a phone whose clock was years ahead at the app's start returns to its period with the next event",
        arguments: [AppAction.phoneChanged, .enteredForeground, .launched(inForeground: true), .woken(.coverTraffic)]
    )
    func clockAhead(action: AppAction) async throws {
        let sample = try await SampleClient.onboarded()
        await sample.detect()
        let present = sample.clock.now()
        let restarted = try sample.restarted()
        sample.clock.advance(bySeconds: 4 * 365 * 86_400)
        await restarted.send(.launched(inForeground: false))
        #expect(try #require(restarted.scheduler[.backgroundSession]) > sample.clock.now())
        sample.clock.set(present.advanced(bySeconds: 600))
        await restarted.send(action)
        #expect(restarted.scheduler[.backgroundSession] == present.advanced(bySeconds: 14_400))
    }

    @Test(
        "the next session keeps its time while that is within a period, and is never postponed",
        arguments: [(1, false), (0, false), (-1, true)] as [(Int64, Bool)]
    )
    func nextSessionStays(seconds: Int64, isRecalled: Bool) async throws {
        let sample = try await SampleClient.onboarded()
        let asked = try #require(sample.scheduler[.backgroundSession])
        let now = asked.advanced(bySeconds: seconds - 14_400)
        sample.clock.set(now)
        await sample.send(.phoneChanged)
        let expected = isRecalled ? now.advanced(bySeconds: 14_400) : asked
        #expect(sample.scheduler[.backgroundSession] == expected)
        #expect(expected <= asked)
    }
}

@Suite("Evidence of the hardware")
struct EvidenceTests {
    /// A phone that was warned, and would report it.
    private static func warned(
        _ platform: SettingsRequest.Platform,
        without error: DeviceEvidenceError
    ) async throws -> SampleClient {
        let sample = try SampleClient(platform: platform)
        sample.owner.failEvidence(with: error)
        try await sample.onboard()
        for _ in 0..<8 {
            await sample.detect()
        }
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        #expect(await sample.detect().lastContact != nil)
        return sample
    }

    @Test("is missing for good: the phone reports nothing, and does not ask again and again")
    func unsupported() async throws {
        for platform in [SettingsRequest.Platform.iOS, .android] {
            let sample = try await Self.warned(platform, without: .unsupported)
            #expect(sample.authority.requests.allSatisfy { $0.host == .download })
            #expect(sample.scheduler[.attestationRetry] == nil)
            #expect(await sample.client.state.analytics.pendingInfo == nil)
        }
    }

    @Test("is missing for now: the phone reports nothing until it has the evidence, and then once")
    func unavailable() async throws {
        let sample = try await Self.warned(.android, without: .unavailable)
        #expect(sample.authority.requests.allSatisfy { $0.host == .download })
        let retry = try #require(sample.scheduler[.attestationRetry])
        #expect(retry.seconds(since: sample.clock.now()) == 10)
        sample.owner.failEvidence(with: nil)
        sample.clock.set(retry)
        for _ in 0..<2 {
            await sample.send(.woken(.attestationRetry))
        }
        #expect(sample.authority.requests.count { $0.host == .analytics } == 1)
        #expect(await sample.client.state.analytics.pendingInfo == nil)
    }
}

@Suite("Attestations that are unavailable")
struct AttestationRetryTests {
    private static func world() throws -> PhoneWorld {
        var world = try PhoneWorld.onboarded(.android)
        world.run(until: world.now.advanced(bySeconds: 2 * 86_400))
        world.events = []
        world.evidenceIsReachable = false
        world.contacts = [world.now.utcDay]
        return world
    }

    private static let report = PhoneWorld.Event.Kind.info(isDummy: false, withExposure: true)

    @Test("are tried again after 10, 40, 90 and 160 seconds, and then dropped")
    func retries() throws {
        var world = try Self.world()
        world.run(until: try #require(world.scheduled[.backgroundSession]))
        for delay in [10, 40, 90, 160] as [Int64] {
            let next = try #require(world.scheduled[.attestationRetry])
            #expect(next.seconds(since: world.now) == delay)
            world.run(until: next)
        }
        #expect(world.scheduled[.attestationRetry] == nil)
        #expect(world.state.analytics.pendingInfo == nil)
        world.evidenceIsReachable = true
        world.run(until: world.now.advanced(bySeconds: 86_400))
        #expect(world.count { $0 == Self.report } == 0, "the month's draw is spent")
    }

    @Test(
        "continue after a restart and send the report once; after an hour the report is dropped",
        arguments: [(0, 1), (3500, 1), (3601, 0), (86_400, 0)] as [(Int64, Int)]
    )
    func restarted(secondsOff: Int64, reports: Int) throws {
        var world = try Self.world()
        world.run(until: try #require(world.scheduled[.backgroundSession]))
        world.now = world.now.advanced(bySeconds: secondsOff)
        world.contacts = []
        world.restart()
        world.evidenceIsReachable = true
        world.run(until: world.now.advanced(bySeconds: 86_400))
        #expect(world.count { $0 == Self.report } == reports)
        #expect(world.state.analytics.pendingInfo == nil)
    }

    @Test("do not carry a month's report into the next month, which has its own")
    func monthsEnd() throws {
        let end = try #require(CalendarDay(iso: "2026-12-01")).startInUTC
        for (offset, isTimely) in [(-1, true), (0, false)] as [(Int64, Bool)] {
            let order = InfoOrder(nil, at: end.advanced(bySeconds: -10))
            #expect(order.isTimely(at: end.advanced(bySeconds: offset)) == isTimely)
        }
    }
}
