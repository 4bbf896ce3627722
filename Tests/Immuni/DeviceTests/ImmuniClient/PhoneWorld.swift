import Crypto
import ExposureFramework
import ExposurePrimitives
import Foundation
import ImmuniAPI
import KeyExport
import Localisation
import PhonePorts
import RiskModels

@testable import ImmuniClient
@testable import MessageSignatures

/// A phone and its surroundings as the reducer sees them, without files and network. A year takes seconds, and the app
/// can be killed at every effect.
struct PhoneWorld {
    let reducer: AppReducer
    var state = AppState()
    var now: UnixTime
    var generator: SeededGenerator
    var scheduled: [PhoneTask: UnixTime] = [:]
    var settings: AppSettings
    var facts = PhoneFacts.sample(languages: ["it-IT"])
    var framework = PhoneWorld.allowed
    /// Exposures that the next detection finds.
    var contacts: [CalendarDay] = []
    var newestChunk = 0
    /// The authority's answers, by language.
    var faqs: [Language: FAQ] = [:]
    /// The error of the next detections; nil if they succeed.
    var checkFailure: MobileClientError?
    var evidenceIsReachable = true
    /// Whether the server's answers to uploads are lost.
    var losesAnswers = false
    var authorisedCodes: [String] = []

    // The recorded events.
    var events: [Event] = []
    var effectCount = 0
    private var askedTokens: Set<String> = []
    private(set) var fetchedChunks: [Int] = []

    struct Event: Equatable {
        let time: UnixTime
        let kind: Kind

        enum Kind: Equatable {
            case detection
            case token
            case info(isDummy: Bool, withExposure: Bool)
            case dummy(DummyKind)
            case notice(PhoneNotification)
            case validation
            case upload
            case settings
        }
    }

    /// The moment of a kill: at which effect, and before or after it happens.
    struct Kill {
        let effect: Int
        let isAfter: Bool
    }

    var kill: Kill?

    static let allowed = FrameworkFacts(status: .activated, authorisation: .authorised)
    /// Bluetooth is off, and the framework's permission was not asked for.
    static let withoutBluetooth = FrameworkFacts(
        status: [.inactivated, .bluetoothDisabled, .noConsent],
        authorisation: .notDetermined
    )
    static let start = UnixTime(1_795_255_200)

    init(platform: SettingsRequest.Platform, seed: UInt64 = 1, start: UnixTime = start) throws {
        reducer = AppReducer(app: try Self.app(platform))
        settings = try AppSettings(parsing: Data(SampleSettings.json()))
        generator = SeededGenerator(seed: seed)
        now = start
    }

    static func app(_ platform: SettingsRequest.Platform) throws -> MobileClient.App {
        MobileClient.App(
            platform: platform,
            build: 7,
            exportVerifier: try ExportVerifier(keys: [
                ExportVerificationKey(P256.Signing.PrivateKey().publicKey.pemRepresentation)
            ]),
            messageVerifier: nil,
            questions: [
                .italian: [FAQ.Entry(title: "Chi mi vede?", content: "Nessuno.")],
                .german: [FAQ.Entry(title: "Wer sieht mich?", content: "Niemand.")],
            ]
        )
    }

    /// A phone whose owner completed the onboarding.
    static func onboarded(
        _ platform: SettingsRequest.Platform,
        seed: UInt64 = 1,
        start: UnixTime = start
    ) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: platform, seed: seed, start: start)
        world.onboard()
        return world
    }

    var screen: AppScreen { AppScreen(state, app: reducer.app, now: now) }

    mutating func send(_ actions: AppAction...) {
        for action in actions {
            send(action)
        }
    }

    /// Applies an action and its consequences. A kill stops this, and the app starts again in the background.
    mutating func send(_ action: AppAction) {
        var effects = reducer.reduce(&state, action, at: now, using: &generator)[...]
        while let effect = effects.popFirst() {
            effectCount += 1
            if let kill, kill.effect == effectCount {
                if kill.isAfter {
                    _ = perform(effect)
                }
                restart()
                return
            }
            if let end = perform(effect) {
                effects = reducer.reduce(&state, .effectEnded(EffectEnd(end)), at: now, using: &generator) + effects
            }
        }
    }

    /// Starts the app again from its file.
    mutating func restart(inForeground: Bool = false) {
        guard let file = try? JSONEncoder().encode(state.memory),
            let memory = try? JSONDecoder().decode(AppMemory.self, from: file)
        else {
            state = AppState()
            return
        }
        state = AppState(memory: memory)
        scheduled = [:]
        send(.launched(inForeground: inForeground))
    }

    mutating func onboard() {
        let terms = AppAction.acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true)
        send(.launched(inForeground: true), .proceed, .proceed, terms)
        send(.chooseRegion(.lazio), .chooseProvince(Province(code: "RM") ?? .abroad), .enteredBackground)
    }

    /// Runs scheduled tasks until `end`.
    mutating func run(until end: UnixTime) {
        while let next = scheduled.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }), next.value <= end {
            scheduled[next.key] = nil
            now = max(now, next.value)
            send(.woken(next.key))
        }
        now = max(now, end)
    }

    func count(_ matches: (Event.Kind) -> Bool) -> Int { events.count { matches($0.kind) } }

    func times(_ matches: (Event.Kind) -> Bool) -> [UnixTime] { events.filter { matches($0.kind) }.map(\.time) }

    private mutating func saw(_ kind: Event.Kind) { events.append(Event(time: now, kind: kind)) }

    private mutating func perform(_ effect: AppEffect) -> AppMessage? {
        switch effect {
        case .life(let effect): return end(of: effect).map(AppMessage.life)
        case .session(let effect): return .session(end(of: effect))
        case .upload(let effect): return .upload(end(of: effect))
        case .analytics(let effect): return .analytics(end(of: effect))
        case .sendDummy(let kind):
            saw(.dummy(kind))
            return nil
        case .show(let notification):
            saw(.notice(notification))
            return .warnings(.shown(notification))
        case .schedule(let task, let time):
            scheduled[task] = time
            return nil
        }
    }

    private func end(of effect: LifeEffect) -> LifeMessage? {
        switch effect {
        case .observePhone: .phoneObserved(facts, framework)
        case .enableFramework, .disableFramework: .attempted(nil)
        case .askForNotifications: nil
        case .wipe: .wiped(true)
        }
    }

    private mutating func end(of effect: SessionEffect) -> SessionMessage {
        switch effect {
        case .fetchSettings:
            saw(.settings)
            let statement = MessageVerifier.Statement(sequence: 1, created: now)
            return .settingsAnswered(.fetched(settings, statement, serverTime: now))
        case .fetchFAQ(_, let language):
            return .faqAnswered(faqs[language].map { StoredFAQ(faq: $0, language: language, fetchedAt: now) })
        case .detect(let plan):
            saw(.detection)
            return .detectionEnded(detect(plan))
        }
    }

    private mutating func end(of effect: UploadEffect) -> UploadMessage {
        switch effect {
        case .validate(let otp):
            saw(.validation)
            return .validated(otp, authorisedCodes.contains(otp.exposedText) ? .authorised : .notAuthorised)
        case .askForKeys: return .keysAnswered(.success([]))
        case .upload(let otp, _): return upload(otp)
        }
    }

    private mutating func end(of effect: AnalyticsEffect) -> AnalyticsMessage {
        switch effect {
        case .requestToken(let token):
            saw(.token)
            return .tokenAnswered(token, isAuthorised: !askedTokens.insert(token.exposedText).inserted)
        case .sendInfo(let order):
            guard evidenceIsReachable else {
                return .infoEnded(.evidenceUnreachable)
            }
            saw(.info(isDummy: order.report == nil, withExposure: order.report?.exposureDay != nil))
            return .infoEnded(.ended)
        }
    }

    private mutating func detect(_ plan: DetectionPlan) -> DetectionOutcome {
        var outcome = DetectionOutcome(retriesOnly: plan.retriesOnly)
        outcome.looksForRisk = !state.warnings.status.isPositive
        if let checkFailure {
            outcome.abandon(because: checkFailure)
            return outcome
        }
        outcome.isComplete = true
        if let index = ChunkIndex(oldest: max(1, newestChunk - 80), newest: newestChunk) {
            outcome.index = index
            outcome.finished = plan.chunks.due(in: index, at: now, retriesOnly: plan.retriesOnly)
            fetchedChunks += outcome.finished
        }
        if let day = contacts.max() {
            outcome.report.summary = ExposureDetectionSummary(
                matchedKeyCount: contacts.count,
                daysSinceLastExposure: 1,
                attenuationDurations: [1500, 0, 0],
                maximumRiskScore: 15,
                summationRiskScore: 15
            )
            outcome.report.lastContact = day
        }
        return outcome
    }

    private mutating func upload(_ otp: OneTimePassword) -> UploadMessage {
        guard let position = authorisedCodes.firstIndex(of: otp.exposedText) else {
            return .uploaded(.notAuthorised, nil)
        }
        saw(.upload)
        authorisedCodes.remove(at: position)
        let report = UploadReport(keyCount: 14, summaryCount: 0, infoCount: 0)
        return .uploaded(losesAnswers ? .unanswered : .sent(report), nil)
    }
}
