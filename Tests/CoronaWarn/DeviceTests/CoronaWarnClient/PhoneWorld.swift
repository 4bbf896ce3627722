import ClientKit
import CoronaWarnConfiguration
import CoronaWarnPackages
import Crypto
import ExposureFramework
import ExposurePrimitives
import Foundation
import KeyExport
import MessageSignatures
import PhonePorts
import RiskModels

@testable import CoronaWarnClient

/// A phone and its surroundings as the reducer sees them, without files and network. A year takes seconds, and the app
/// can be killed at every effect.
struct PhoneWorld {
    let reducer: AppReducer
    var state = AppState()
    var now: UnixTime
    var generator: SeededGenerator
    var scheduled: [PhoneTask: UnixTime] = [:]
    var configuration = PhoneConfiguration.published(country: "DE")
    var facts = PhoneFacts.sample
    var framework = FrameworkFacts(status: .activated, authorisation: .authorised)
    var servers = WorldServers()
    /// The failure of each next request of a kind, in their order.
    var failures: [Event.Kind: [WorldFailure]] = [:]
    /// What the next detections find.
    var windows: [ExposureWindow] = []
    /// Hours with keys.
    var hoursOnOffer: Set<PackageHour> = []
    /// The days whose hours are on offer, today included.
    var daysWithHours = 15
    /// Whether the framework refuses detections now.
    var refusesDetections = false
    var downloadFailure: DownloadFailure?
    /// Hours whose packages cannot be fetched.
    var failingHours: Set<PackageHour> = []
    /// The answer to the system's question for keys.
    var keysError: ExposureFrameworkError?
    /// When the owner agreed in the system's question.
    var agreedAt: UnixTime?

    // The recorded events.
    var events: [Event] = []
    var effectCount = 0
    /// The numbers of the effects in which the owner or a genuine request was concerned.
    var genuineEffects: [Int] = []

    struct Event: Equatable {
        let time: UnixTime
        let kind: Kind
        let isForeground: Bool

        enum Kind: Hashable {
            case registration, question, tan, upload, download, prompt
            case fake(FakeRequest)
            case detection(packages: Int)
            case notice(PhoneNotification)
        }
    }

    /// The moment of a kill: at which effect, and before or after it happens.
    struct Kill {
        let effect: Int
        let isAfter: Bool
    }

    var kill: Kill?

    init(seed: UInt64, start: UnixTime = Self.start) throws {
        reducer = AppReducer(app: try Self.app())
        generator = SeededGenerator(seed: seed)
        now = start
    }

    /// Ten o'clock on a day.
    static let start = CalendarDay(daysSinceEpoch: 20_757).startInUTC.advanced(bySeconds: 36_000)

    static func app() throws -> CoronaWarnApp.App {
        let key = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let packages = try ExportVerifier(keys: [ExportVerificationKey(key)])
        let keys = try AuthorityKeys(packages: packages, messages: [MessageVerificationKey(pem: key)])
        return CoronaWarnApp.App(platform: .iOS, keys: keys)
    }

    /// Applies actions, each with its consequences. After each the person looks at the open app until its next sequence
    /// has left.
    mutating func send(_ actions: AppAction...) {
        for action in actions {
            apply(action)
            wait()
        }
    }

    /// Lets the next sequence of an open app leave.
    mutating func wait() {
        if state.life.isForeground, let time = scheduled[.planned] {
            run(until: time)
        }
    }

    /// A kill stops the consequences, and the app starts again in the background.
    private mutating func apply(_ action: AppAction) {
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
        send(.launched(inForeground: true))
        for _ in OnboardingStep.allCases where !state.onboarding.isCompleted {
            send(.proceed)
        }
        send(.enteredBackground)
        endOpening()
    }

    /// Runs scheduled tasks until `end`.
    mutating func run(until end: UnixTime) {
        while let next = scheduled.min(by: { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }), next.value <= end {
            scheduled[next.key] = nil
            now = max(now, next.value)
            apply(.woken(next.key))
        }
        now = max(now, end)
    }

    mutating func run(hours: Double) { run(until: now.advanced(bySeconds: Int64(hours * 3600))) }

    /// Opens the app, acts, closes it, and lets the last sequence of the opening leave.
    mutating func act(_ actions: AppAction...) {
        for action in [.enteredForeground] + actions + [.enteredBackground] {
            send(action)
        }
        endOpening()
    }

    private mutating func endOpening() {
        if let time = scheduled[.planned] {
            run(until: time)
        }
    }

    /// Opens the app for a minute and a half and acts, ten seconds apart.
    mutating func open(_ actions: AppAction...) {
        let start = now
        apply(.enteredForeground)
        for (place, action) in actions.enumerated() {
            run(until: start.advanced(bySeconds: Int64(place + 1) * 10))
            apply(action)
        }
        run(until: start.advanced(bySeconds: 90))
        apply(.enteredBackground)
        endOpening()
    }

    func count(_ kind: Event.Kind) -> Int { events.count { $0.kind == kind } }

    /// The numbers of packages that detections got.
    var detections: [(time: UnixTime, packages: Int)] {
        events.compactMap { if case .detection(let packages) = $0.kind { ($0.time, packages) } else { nil } }
    }

    func times(_ matches: (Event.Kind) -> Bool) -> [UnixTime] { events.filter { matches($0.kind) }.map(\.time) }

    var screen: AppScreen { AppDisplay(state, now: now).screen }
    var test: TestFacts? { TestFacts(state, now: now) }
    var submission: SubmissionFacts? { SubmissionFacts(state, now: now) }
}

/// A failure of a request.
enum WorldFailure: Hashable {
    /// The request did not arrive.
    case before(ExchangeFailure)
    /// The request was done, and the answer was lost.
    case after
}

extension PhoneWorld {
    /// What the screen with the risk shows.
    var risk: RiskFacts {
        get throws {
            var state = state
            state.places.trail.open(.risk)
            guard case .risk(let facts) = AppDisplay(state, now: now).screen else {
                throw ExposureFrameworkError.serviceDisabled
            }
            return facts
        }
    }
}
