import CoronaWarnAPI
import CoronaWarnClient
import ExposureFramework
import ExposurePrimitives
import PhonePorts
import StoryKit

/// One person with a phone.
struct StoryPhone: Sendable {
    let name: String
    let device: StoryDevice
    private let app: CoronaWarnApp
    private let clock: StoryClock

    init(
        name: String,
        app: CoronaWarnApp.App,
        transport: any PhoneTransport,
        clock: StoryClock,
        narrator: Narrator
    ) throws {
        (self.name, self.clock) = (name, clock)
        device = try StoryDevice(owner: name, todaysKey: .withheld, clock: clock, narrator: narrator)
        self.app = try CoronaWarnApp(
            app: app,
            phone: CoronaWarnApp.Phone(
                framework: device.framework,
                transport: NarratingTransport(
                    base: transport,
                    narrator: narrator,
                    speaker: name,
                    label: { $0.isFake ? "fake" : nil }
                ),
                notifications: device.screen,
                system: device.screen,
                scheduler: device.screen,
                storage: device.appStorage,
                vault: device.appStorage,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }
}

// MARK: - The person's actions in their app

extension StoryPhone {
    /// Starts the app, completes the onboarding, and puts the phone away.
    func settleIn() async throws {
        await app.send(.launched(inForeground: true))
        if case .settingUp(let facts) = await app.display.screen, let failure = facts.failure {
            throw StoryError.noConfiguration(of: name, failure)
        }
        for _ in OnboardingStep.allCases {
            await app.send(.proceed)
        }
        _ = try await home()
        await app.send(.enteredBackground)
    }

    /// Scans the code of a test's sheet.
    func scan(_ code: TestCode) async throws {
        await app.send(.enteredForeground)
        await app.send(.scan(code.exposedAddress, birthDate: nil))
        await waitForSequence()
        guard case .pending(nil)? = try await home().test?.phase else {
            throw StoryError.unexpectedScreen(of: name)
        }
        await putAway()
    }

    /// Opens the app and the result in it.
    func openResult() async throws -> TestCard {
        await app.send(.enteredForeground)
        guard try await home().test?.phase == .available else {
            throw StoryError.unexpectedScreen(of: name)
        }
        await app.send(.openResult)
        guard case .result(let card)? = try await home().test?.phase else {
            throw StoryError.unexpectedScreen(of: name)
        }
        return card
    }

    /// Types the hotline's teleTAN.
    func enter(_ teleTAN: TeleTAN) async throws {
        await app.send(.enteredForeground)
        await app.send(.open(.hotline))
        await app.send(.typeTeleTAN(teleTAN.exposedGroups))
        await app.send(.confirmTeleTAN)
        await waitForSequence()
        guard case .consent? = try await home().submission else {
            throw StoryError.unexpectedScreen(of: name)
        }
    }

    /// Agrees to share keys.
    func consent() async throws {
        await app.send(.consent)
        guard case .submission(let facts) = await app.display.screen, facts.phase == .symptoms else {
            throw StoryError.unexpectedScreen(of: name)
        }
    }

    /// Answers about symptoms, which is the last question.
    func answer(_ symptoms: SymptomStatement) async throws -> SubmissionFacts.Phase? {
        await app.send(.answerSymptoms(symptoms))
        await waitForSequence()
        return try await home().submission
    }

    /// Looks at the open app until its next sequence has left.
    func waitForSequence() async {
        if let time = device.screen.wakeUp(for: .planned) {
            clock.move(to: time)
            await wake(for: .planned)
        }
    }

    /// Puts the phone away. The app sends one more sequence.
    func putAway() async {
        await app.send(.enteredBackground)
        await waitForSequence()
    }

    // MARK: - What the phone does by itself

    /// Lets the system wake the app.
    func wake(for task: PhoneTask) async {
        await app.send(.woken(task))
    }

    var submission: SubmissionFacts.Phase? { get async throws { try await home().submission } }

    var risk: RiskFacts { get async throws { try await home().risk } }

    private func home() async throws -> HomeFacts {
        await app.send(.open(.home))
        guard case .home(let facts) = await app.display.screen else {
            throw StoryError.unexpectedScreen(of: name)
        }
        return facts
    }
}
