import ClientTesting
import ExposureTesting
import ImmuniAPI
import PhonePorts
import RiskModels
import Testing

@testable import ImmuniClient

@Suite("A cold start")
struct ColdStartTests {
    private static let platforms = [SettingsRequest.Platform.iOS, .android]

    /// The requests of the phone since there were `count`.
    private static func targets(of sample: SampleClient, after count: Int) -> [String] {
        sample.authority.requests.dropFirst(count).map(\.target)
    }

    private static func settings(on platform: SettingsRequest.Platform) -> String {
        "/v1/settings?platform=\(platform.rawValue)&build=7"
    }

    @Test("fetches the settings once, and opening the app again in that process fetches nothing", arguments: platforms)
    func once(platform: SettingsRequest.Platform) async throws {
        let sample = try await SampleClient.onboarded(platform: platform)
        await sample.detect()
        for _ in 0..<2 {
            let count = sample.authority.requests.count
            let restarted = try await sample.restart()
            await restarted.send(.enteredBackground, .enteredForeground, .launched(inForeground: true), .phoneChanged)
            #expect(Self.targets(of: sample, after: count) == [Self.settings(on: platform)])
        }
    }

    @Test("in the background fetches nothing by itself; the first opening in that process does", arguments: platforms)
    func background(platform: SettingsRequest.Platform) async throws {
        let sample = try await SampleClient.onboarded(platform: platform)
        await sample.detect()
        let count = sample.authority.requests.count
        let restarted = try await sample.restart(inForeground: false)
        #expect(Self.targets(of: sample, after: count).isEmpty)
        await restarted.send(.enteredForeground, .enteredBackground, .enteredForeground)
        #expect(Self.targets(of: sample, after: count) == [Self.settings(on: platform)])
    }

    @Test("fetches them in every state of the app", arguments: platforms)
    func unconditional(platform: SettingsRequest.Platform) async throws {
        let sample = try SampleClient(platform: platform)
        await sample.send(.launched(inForeground: true))
        func expectFetch(_ state: Comment) async throws {
            let count = sample.authority.requests.count
            _ = try await sample.restart()
            #expect(Self.targets(of: sample, after: count) == [Self.settings(on: platform)], state)
        }
        try await expectFetch("before the onboarding")
        try await sample.restarted().onboard()
        try await sample.restart().send(.setService(isOn: false))
        try await expectFetch("with the service off")
        sample.authority.setSettings(SampleSettings.json(minimumBuild: 8))
        try await expectFetch("before it knows that the app is too old")
        try await expectFetch("with an app that is too old")
        sample.owner.change { $0.systemVersion = SystemVersion(1) }
        try await expectFetch("with a system that is too old")
        sample.authority.fail(Self.settings(on: platform), with: 503)
        try await expectFetch("and a server that fails")
    }

    @Test(
        "obeys a new minimum build without background work, and a lowered one again",
        arguments: platforms,
        [(7, false), (8, true)]
    )
    func minimumBuild(platform: SettingsRequest.Platform, minimum: (build: Int, isRefused: Bool)) async throws {
        let sample = try await SampleClient.onboarded(platform: platform)
        sample.authority.setSettings(SampleSettings.json(minimumBuild: minimum.build))
        if minimum.isRefused {
            #expect(try await sample.restart().screen() == .updateRequired(.appTooOld))
        } else {
            _ = try await sample.restart().homeScreen()
        }
        sample.authority.setSettings(SampleSettings.json())
        _ = try await sample.restart().homeScreen()
    }

    @Test("uses new risk parameters in the detection of that start")
    func riskParameters() async throws {
        let sample = try await SampleClient.onboarded(platform: .iOS)
        await sample.detect()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20, rssi: -90)], as: 1)
        sample.clock.advance(bySeconds: 86_400)
        // The person is far away by the old thresholds, and near by the new ones.
        sample.authority.setSettings(SampleSettings.json(thresholds: "[120, 140]"))
        let count = sample.authority.requests.count
        let restarted = try await sample.restart()
        let targets = Self.targets(of: sample, after: count)
        #expect(targets.prefix(3) == [Self.settings(on: .iOS), "/v1/keys/index", "/v1/keys/1"])
        #expect(await restarted.client.lastReport?.summary?.attenuationDurations == [1500, 0, 0])
    }

    @Test("asks once for first settings that it cannot store", arguments: platforms)
    func fullStorage(platform: SettingsRequest.Platform) async throws {
        let storage = FillingStorage()
        let sample = try SampleClient(platform: platform, disk: SamplePhoneDisk(app: storage))
        storage.isFull = true
        await sample.send(.launched(inForeground: true))
        #expect(Self.targets(of: sample, after: 0) == [Self.settings(on: platform)])
        storage.isFull = false
        await sample.send(.phoneChanged)
        #expect(await sample.screen().onboarding != nil)
    }

    @Test("does what follows from the opening after a failed answer too, with the old settings")
    func offline() async throws {
        let sample = try await SampleClient.onboarded(platform: .iOS)
        await sample.detect()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        sample.clock.advance(bySeconds: 86_400)
        sample.authority.fail(Self.settings(on: .iOS), with: 503)
        #expect(try await sample.restart().client.lastReport?.chunks.map(\.index) == [1])
    }
}
