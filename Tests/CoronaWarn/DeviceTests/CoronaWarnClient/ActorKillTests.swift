import ClientKit
import ClientTesting
import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import Testing

@testable import CoronaWarnClient

/// The real app on real files, killed at every single effect of a story. Nothing may be lost, and nothing important may
/// happen twice.
@Suite("Corona-Warn's app on a disk, killed at any effect", .timeLimit(.minutes(60)))
struct ActorKillTests {
    @Test("loses nothing and repeats nothing")
    func everyEffect() async throws {
        let count = try await Self.live(effect: nil, isAfter: false)
        #expect(count > 100, "\(count)")
        for effect in stride(from: 1, through: count, by: Effort.choose(short: 211, every: 97, whole: 1)) {
            _ = try await Self.live(effect: effect, isAfter: false)
            _ = try await Self.live(effect: effect, isAfter: true)
        }
    }

    /// Onboarding, an encounter, a test with a positive result, keys shared on two days, and the deletion.
    ///
    /// - Returns: the number of effects.
    private static func live(effect: Int?, isAfter: Bool) async throws -> Int {
        try await TemporaryFolder.with { folder in
            let sample = try SampleApp(disk: SampleDisk(folder: folder))
            // Few sessions, because the story runs some hundred times.
            sample.servers.change { $0.downloadInterval = 14_400 }
            var phone = KilledPhone(sample, effect: effect, isAfter: isAfter)
            // If the phone is switched off in the middle of the onboarding, the person continues where they were.
            for _ in 0..<2 {
                try await SampleStory.settleIn(&phone)
            }
            try await SampleStory.beWarned(&phone)
            try await SampleStory.beTested(&phone)
            try await SampleStory.share(&phone)
            let context = "switched off \(isAfter ? "after" : "before") effect \(effect ?? 0)"
            try await check(phone.sample, wasKilled: effect != nil, context)
            try await delete(&phone, context)
            return phone.count
        }
    }

    private static func check(_ sample: SampleApp, wasKilled: Bool, _ context: String) async throws {
        let state = await sample.state
        #expect(state.onboarding.isCompleted, "\(context)")
        let shown = sample.owner.shown
        for notification in [PhoneNotification.resultAvailable, .riskChanged] {
            let count = shown.count { $0 == notification }
            #expect((1...(wasKilled ? 2 : 1)).contains(count), "\(context): \(notification.kind) \(count) times")
        }
        #expect(state.notices.unshown.isEmpty, "\(context)")
        #expect(sample.servers.tokens.count == 1, "\(context): one registration")
        #expect(sample.servers.uploads.count == 2, "\(context): \(sample.servers.uploads.count) uploads")
        #expect(sample.owner.keyQuestions == 1, "\(context): the system asks once")
        #expect(state.submission.plan == nil, "\(context): answers are forgotten")
        #expect(state.session.progress.gathered.isEmpty, "\(context)")
        let (risk, now) = (state.risk, sample.clock.now())
        let status = RiskStatus(risk.history, risk.tracing, needsDayOfTracing: false, at: now)
        #expect(status == .high(PhoneWorld.start.utcDay), "\(context): the warning stays")
        #expect(sample.scheduler[.session] != nil && sample.scheduler[.traffic] != nil, "\(context)")
    }

    private static func delete(_ phone: inout KilledPhone<SampleApp>, _ context: String) async throws {
        try await phone.send(.deleteEverything, .launched(inForeground: true))
        let state = await phone.sample.state
        #expect(!state.isBeingDeleted && !state.onboarding.isCompleted, "\(context)")
        #expect(state.tests.test == nil && state.submission.sent == nil, "\(context)")
        #expect(await phone.sample.framework.authorisation == .notDetermined, "\(context)")
    }
}

extension KilledPhone {
    /// Sends one action after the other. Those after a kill reach the phone that was started again.
    mutating func send(_ first: Sample.Definition.Action, _ others: Sample.Definition.Action...) async throws {
        for action in [first] + others {
            try await send(action)
        }
    }
}

/// The story of a person, step by step.
enum SampleStory {
    /// Opens the app, acts, and leaves it. After each step the person waits until its sequence has left.
    static func act(_ phone: inout KilledPhone<SampleApp>, _ actions: AppAction...) async throws {
        for action in [.enteredForeground] + actions + [.enteredBackground] {
            try await phone.send(action)
            if let time = phone.sample.scheduler[.planned] {
                try await phone.run(until: time)
            }
        }
    }

    static func settleIn(_ phone: inout KilledPhone<SampleApp>) async throws {
        try await phone.send(.launched(inForeground: true), .retryConfiguration)
        for _ in OnboardingStep.allCases {
            try await phone.send(.proceed)
        }
        try await phone.send(.enteredBackground)
        await phone.sample.live(days: 14)
    }

    static func beWarned(_ phone: inout KilledPhone<SampleApp>) async throws {
        let start = phone.sample.clock.now()
        let key = try await phone.sample.meet(seed: 10, minutes: 40)
        try await phone.run(until: start.advanced(bySeconds: 26 * 3600))
        try await phone.sample.servers.publish([key], in: PackageHour(containing: phone.sample.clock.now()))
        try await phone.run(until: start.advanced(bySeconds: 52 * 3600))
    }

    static func beTested(_ phone: inout KilledPhone<SampleApp>) async throws {
        try await act(&phone, TestFlowTests.scan)
        phone.sample.servers.tell(.positive)
        try await phone.run(until: phone.sample.clock.now().advanced(bySeconds: 90 * 3600))
    }

    static func share(_ phone: inout KilledPhone<SampleApp>) async throws {
        await phone.sample.live(days: 1)
        // A person answers what the app asks, and opens it again after it was killed.
        for _ in 0..<3 where await phone.sample.state.submission.plan == nil {
            try await act(&phone, .openResult, .consent, .answerSymptoms(.noSymptoms))
        }
        try await phone.run(until: phone.sample.clock.now().advanced(bySeconds: 80 * 3600))
    }
}
