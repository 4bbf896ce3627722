import ClientKit
import ClientTesting
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import PhonePorts
import RiskModels
import Testing
import WireFormat

@testable import ImmuniClient

extension SampleClient: RestartablePhone {
    var container: StateContainer<AppDefinition> { client.container }
    var launch: AppAction { .launched(inForeground: false) }

    func wakeUp(for task: PhoneTask) -> AppAction { .woken(task) }
}

/// The real app on real files, killed at every single effect of a story. Nothing may be lost, and nothing important may
/// happen twice.
@Suite("The app on a disk, killed at any effect", .timeLimit(.minutes(10)))
struct ActorKillTests {
    @Test("loses nothing and repeats nothing", arguments: [SettingsRequest.Platform.iOS, .android])
    func everyEffect(platform: SettingsRequest.Platform) async throws {
        let count = try await Self.live(platform, effect: nil, isAfter: false)
        #expect(count > 60)
        for effect in stride(from: 1, through: count, by: Effort.choose(short: 7, every: 3, whole: 1)) {
            for isAfter in [false, true] {
                _ = try await Self.live(platform, effect: effect, isAfter: isAfter)
            }
        }
    }

    /// Onboarding, more than a day, a warning, a chunk that fails at first, an upload, and the deletion.
    ///
    /// - Returns: the number of effects.
    private static func live(_ platform: SettingsRequest.Platform, effect: Int?, isAfter: Bool) async throws -> Int {
        try await TemporaryFolder.with { folder in
            let sample = try SampleClient(platform: platform, disk: SamplePhoneDisk(folder: folder))
            // Small packets and few sessions, because the story runs some hundred times.
            sample.authority.setSettings(SampleSettings.json(packetSize: 6000, detectionPeriod: 43_200))
            var phone = KilledPhone(sample, effect: effect, isAfter: isAfter)
            // If the phone is switched off in the middle of the onboarding, the person continues where they were.
            for _ in 0..<2 {
                try await settleIn(&phone)
            }
            try await beWarned(&phone)
            try await upload(&phone)
            let context = "switched off \(isAfter ? "after" : "before") effect \(effect ?? 0)"
            try await check(phone.sample, wasKilled: effect != nil, context)
            try await delete(&phone, context)
            return phone.count
        }
    }

    private static func settleIn(_ phone: inout KilledPhone<SampleClient>) async throws {
        let rome = try #require(Province(code: "RM"))
        let steps: [AppAction] = [
            .launched(inForeground: true), .retrySettings, .proceed, .proceed,
            .acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true),
            .chooseRegion(.lazio), .chooseProvince(rome), .proceed, .enteredBackground,
        ]
        for step in steps {
            try await phone.send(step)
        }
    }

    private static func beWarned(_ phone: inout KilledPhone<SampleClient>) async throws {
        let start = phone.sample.clock.now()
        try await phone.run(until: start.advanced(bySeconds: 30 * 3600))
        let authority = phone.sample.authority
        try await authority.publish([phone.sample.meet(seed: 10, minutes: 20)], as: 1)
        try await phone.run(until: start.advanced(bySeconds: 40 * 3600))
        try await authority.publish([phone.sample.meet(seed: 11, minutes: 10)], as: 2)
        authority.fail("/v1/keys/2", with: 500)
        try await phone.run(until: start.advanced(bySeconds: 48 * 3600 + 30))
        authority.fail("/v1/keys/2", with: nil)
        try await phone.run(until: start.advanced(bySeconds: 50 * 3600))
    }

    private static func upload(_ phone: inout KilledPhone<SampleClient>) async throws {
        try await phone.send(.enteredForeground)
        // A person tries again a few times after the app was killed.
        for _ in 0..<3 where phone.sample.authority.uploads.isEmpty {
            try await phone.send(.open(.upload))
            if let flow = await phone.sample.client.state.upload.flow, flow.phase == .code {
                phone.sample.authority.authorise(flow.otp)
            }
            try await phone.send(.validateCode)
            try await phone.send(.confirmUpload)
        }
        try await phone.send(.open(.home))
        try await phone.send(.enteredBackground)
        try await phone.run(until: phone.sample.clock.now().advanced(bySeconds: 12 * 3600))
    }

    private static func check(_ sample: SampleClient, wasKilled: Bool, _ context: String) async throws {
        let state = await sample.client.state
        let now = sample.clock.now()
        #expect(state.onboarding.progress.isCompleted, "\(context)")
        #expect(state.choices.province?.code == "RM", "\(context)")
        let warnings = sample.owner.shown.filter { $0.lastContact != nil }
        #expect((1...(wasKilled ? 2 : 1)).contains(warnings.count), "\(context): the warning was shown")
        #expect(Set(warnings).count == 1 && state.warnings.notices.isEmpty, "\(context): and none waits")
        let scores = state.session.history.records.map(\.summary.maximumRiskScore)
        #expect(scores == [15, 0], "\(context): each detection once")
        let index = try #require(ChunkIndex(oldest: 1, newest: 2))
        #expect(state.session.chunks.due(in: index, at: now).isEmpty, "\(context): every chunk was processed")
        #expect(now.seconds(since: try #require(state.session.lastDetection)) <= 43_260, "\(context): sessions go on")
        #expect(sample.scheduler[.backgroundSession] != nil, "\(context)")

        #expect(sample.authority.uploads.count == 1, "\(context): the keys arrived once")
        let summaries = sample.authority.uploads.first?.epidemiologicalInfo.summaries
        #expect(summaries?.map(\.exposureInfo.count) == [1, 0], "\(context)")
        #expect(state.warnings.status.isPositive || state.upload.flow?.phase == .unanswered, "\(context)")

        let requests = sample.authority.requests
        func count(_ suffix: String) -> Int { requests.count { $0.target.hasSuffix(suffix) } }
        #expect(count("/keys/1") <= (wasKilled ? 2 : 1), "\(context)")
        #expect(count("/apple/token") <= count("/keys/index"), "\(context): a token is asked for once a detection")
        for flag in [#""exposure_notification":1"#, #""exposure_notification":0"#] {
            let reports = requests.filter { request in
                request.target.hasSuffix("/operational-info") && request.body.firstRange(of: Array(flag.utf8)) != nil
                    && request.headers.contains(.init("Immuni-Dummy-Data", "0"))
            }
            #expect(reports.count <= 1, "\(context): a report a month and kind")
            #expect(wasKilled || flag.hasSuffix("0") || reports.count == 1)
        }
    }

    private static func delete(_ phone: inout KilledPhone<SampleClient>, _ context: String) async throws {
        try await phone.send(.deleteEverything)
        try await phone.send(.launched(inForeground: true))
        let state = await phone.sample.client.state
        #expect(!state.isBeingDeleted && !state.onboarding.progress.isCompleted, "\(context)")
        #expect(state.session.history.records.isEmpty && state.warnings.status == .neutral, "\(context)")
        #expect(await phone.sample.framework.authorisation == .notDetermined, "\(context)")
    }
}
