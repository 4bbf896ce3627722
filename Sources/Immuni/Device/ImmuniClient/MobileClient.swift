public import ExposureFramework
public import ExposurePrimitives
public import ImmuniAPI
public import KeyExport
public import Localisation
public import MessageSignatures
public import PhonePorts

/// The app on one phone: it settles in, warns its owner of exposures, and shares its owner's keys after a positive test.
///
/// A user interface shows ``display`` and sends ``AppAction``s; so does the operating system. The actor applies them in
/// their order by the pure `AppReducer`, keeps the state in an encrypted file, and then does what the reducer says
/// through the phone's ports. `send` returns once all that follows from an action is done, so that a background task
/// knows its end; meanwhile other actions may come.
public actor MobileClient {
    let app: App
    let phone: Phone
    let reducer: AppReducer
    let authority: AuthorityClient
    let analytics: AnalyticsClient
    let store: AppStore
    var generator: any RandomNumberGenerator & Sendable
    /// What the app knows.
    private(set) var state: AppState
    private var observers: [Int: AsyncStream<AppDisplay>.Continuation] = [:]
    private var observerCount = 0
    #if DEBUG
        /// What happened lately, in the memory alone.
        var log = ClientLog()
    #endif

    /// What is built into an app.
    public struct App: Sendable {
        public let platform: SettingsRequest.Platform
        /// 1…2³¹−1.
        public let build: Int
        /// The keys that may sign the authority's exports.
        public let exportVerifier: ExportVerifier
        /// The keys that may sign settings and index; nil for an authority that does not sign them.
        public let messageVerifier: MessageVerifier?
        /// The oldest systems that bring the framework.
        public let requirements: SystemRequirements
        /// Questions and answers about the app itself, by language. Those of the authority come after them.
        public let questions: [Language: [FAQ.Entry]]

        public init(
            platform: SettingsRequest.Platform,
            build: Int,
            exportVerifier: ExportVerifier,
            messageVerifier: MessageVerifier?,
            requirements: SystemRequirements = SystemRequirements(),
            questions: [Language: [FAQ.Entry]] = [:]
        ) {
            self.platform = platform
            self.build = build
            self.exportVerifier = exportVerifier
            self.messageVerifier = messageVerifier
            self.requirements = requirements
            self.questions = questions
        }
    }

    /// What a phone gives to the app.
    public struct Phone: Sendable {
        public let framework: any ExposureNotificationFramework
        public let transport: any PhoneTransport
        public let notifications: any PhoneNotifications
        public let system: any PhoneSystem
        public let evidence: Evidence
        public let scheduler: any PhoneScheduler
        /// The app's own files and key, apart from the framework's.
        public let storage: any PhoneStorage
        public let vault: any KeyVault
        public let clock: any WallClock
        /// Makes codes, tokens and padding, so it must be the system's generator outside simulations and tests.
        public let generator: any RandomNumberGenerator & Sendable

        public init(
            framework: any ExposureNotificationFramework,
            transport: any PhoneTransport,
            notifications: any PhoneNotifications,
            system: any PhoneSystem,
            evidence: Evidence,
            scheduler: any PhoneScheduler,
            storage: any PhoneStorage,
            vault: any KeyVault,
            clock: any WallClock,
            generator: any RandomNumberGenerator & Sendable
        ) {
            self.framework = framework
            self.transport = transport
            self.notifications = notifications
            self.system = system
            self.evidence = evidence
            self.scheduler = scheduler
            self.storage = storage
            self.vault = vault
            self.clock = clock
            self.generator = generator
        }
    }

    /// Who vouches for the phone to the Analytics Service.
    public enum Evidence: Sendable {
        case apple(any AppleDeviceEvidence, AnalyticsClient.AppleProof)
        case android(any AndroidDeviceEvidence)
        /// Nobody: the phone tells nothing of how it works.
        case none
    }

    /// Opens the app's file. One that is damaged is given up, and the app begins anew: keys and sightings are the
    /// framework's, and are not lost.
    ///
    /// - Throws: where the file cannot be read for now, for example before the phone was unlocked: to be tried again later,
    ///   as beginning anew would forget what is there.
    public init(app: App, phone: Phone) throws(PhoneStorageError) {
        self.app = app
        self.phone = phone
        reducer = AppReducer(app: app)
        authority = AuthorityClient(app: app, transport: phone.transport, clock: phone.clock)
        analytics = AnalyticsClient(
            transport: phone.transport,
            clock: phone.clock,
            generator: phone.generator
        )
        generator = phone.generator
        store = AppStore(storage: phone.storage, vault: phone.vault)
        state = try store.load()
    }

    /// What the person sees now.
    public var display: AppDisplay {
        AppDisplay(state, app: app, now: phone.clock.now())
    }

    /// What the person sees from now on, beginning with the present.
    public func displays() -> AsyncStream<AppDisplay> {
        let (stream, continuation) = AsyncStream.makeStream(of: AppDisplay.self, bufferingPolicy: .bufferingNewest(1))
        observerCount += 1
        let number = observerCount
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forgetObserver(number) }
        }
        continuation.yield(display)
        return stream
    }

    /// What the last detection did and found, since the app started.
    public var lastReport: DetectionReport? { state.session.lastReport }

    /// Why the last request for settings, detection, upload or change of the framework failed; nil where it did not.
    public var lastFailure: MobileClientError? { state.session.settingsFailure ?? state.session.lastFailure }

    /// Applies an action and does all that follows from it.
    public func send(_ action: AppAction) async {
        let effects = apply(action)
        let deletions = state.session.deletions
        for effect in effects where deletions == state.session.deletions {
            // What ends after everything was deleted belongs to what is gone.
            if let end = await perform(effect), deletions == state.session.deletions {
                await send(.effectEnded(EffectEnd(end)))
            }
        }
    }

    private func forgetObserver(_ number: Int) {
        observers[number] = nil
    }

    /// Where the file cannot be written, nothing is done that could not be undone: the same follows from the old file.
    /// The phone is looked at, and the next session comes, so that all goes on once there is room. A deletion goes on all the
    /// same, as it needs no file.
    func apply(_ action: AppAction) -> [AppEffect] {
        defer {
            for observer in observers.values {
                observer.yield(display)
            }
        }
        var next = state
        let effects = reducer.reduce(&next, action, at: phone.clock.now(), using: &generator)
        #if DEBUG
            log.note(action, effects: effects, at: phone.clock.now())
        #endif
        // What is there without a file needs none.
        if next.memory != state.memory, next.memory != AppMemory() {
            do {
                try store.save(next.memory)
            } catch {
                guard next.isBeingDeleted else {
                    state.fileFailed(at: action, next.session)
                    return effects.filter(\.needsNoFile)
                }
            }
        }
        state = next
        return effects
    }
}
