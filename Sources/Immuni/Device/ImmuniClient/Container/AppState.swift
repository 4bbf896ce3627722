import ExposurePrimitives
import ImmuniAPI
import Localisation
import MessageSignatures
import PhonePorts

/// Everything that the app knows: what it remembers, and what it forgets when it ends.
@dynamicMemberLookup
struct AppState: Sendable, Equatable {
    var memory = AppMemory()
    var session = AppSession()

    /// Of an app that starts for the first time.
    init() {}

    init(memory: AppMemory) {
        self.memory = memory
    }

    /// Remembers when `effects` ask for the next session.
    mutating func noteSession(in effects: [AppEffect]) {
        for case .schedule(.backgroundSession, let time) in effects {
            session.nextSession = time
        }
    }

    /// What an app that starts makes of what was under way.
    mutating func afterRestart() {
        memory.upload = memory.upload?.afterRestart()
        if memory.pendingInfo?.phase == .sending {
            // It may have left, and must not leave twice.
            memory.pendingInfo = nil
        }
    }

    /// The file could not be written as `action` came, after which the session would be `next`: what it changes is not
    /// remembered, and what ended with it has failed.
    mutating func fileFailed(at action: AppAction, _ next: AppSession) {
        switch action {
        case .launched, .enteredForeground, .enteredBackground:
            if !session.isLaunched {
                afterRestart()
            }
            session = next
        case .effectEnded(let end): effectFailed(end)
        default: break
        }
        session.nextSession = next.nextSession
        session.lastFailure = .storage
    }

    private mutating func effectFailed(_ end: EffectEnd) {
        switch end.result {
        case .phoneObserved(let phone, let framework):
            session.phone = phone
            session.framework = framework
        case .settings:
            session.run = nil
            session.isFetchingSettings = false
            session.settingsFailure = .storage
        case .detection:
            session.run = nil
            session.checkFailure = .storage
        case .validation(let otp, _): memory.upload?.validated(.failed, otp)
        case .keys:
            memory.upload?.keysFailed(isRefusal: false)
            uploadEnded()
        case .upload:
            memory.upload?.ended(.unanswered)
            uploadEnded()
        case .wiped: session.deletionFailed = true
        case .faq, .framework, .token, .info, .shown: break
        }
    }

    /// The keys were not to be had, or the request is over: who went elsewhere meanwhile gets a new code the next time,
    /// unless there is something to tell.
    mutating func uploadEnded() {
        if session.place != .upload {
            memory.upload = memory.upload?.afterEndingUnseen()
        }
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<AppMemory, Value>) -> Value {
        get { memory[keyPath: path] }
        set { memory[keyPath: path] = newValue }
    }
}

/// What the app remembers: the content of its encrypted file.
struct AppMemory: Codable, Equatable, Sendable {
    /// The last settings that the authority signed.
    var settings: AppSettings?
    var seenSequences = SeenSequences()
    /// The owner's choice; nil follows the phone's.
    var language: Language?
    var onboarding = Onboarding()
    var province: Province?
    /// Whether the owner wants the phone to recognise exposures.
    var isServiceWanted = true
    var status = CovidStatus.neutral

    var chunks = ChunkProgress()
    var history = DetectionHistory()
    /// The end of the last detection that got through.
    var lastDetection: UnixTime?
    /// The end of the last one that looked for contacts at risk: those of somebody who tested positive do not.
    var lastAssessment: UnixTime?

    var faq: StoredFAQ?

    var upload: UploadFlow?
    var validation = ValidationDelay()

    var monthly: MonthlyInfo?
    /// Of an iPhone.
    var tokens: TokenLife?
    /// Operational Info that is on its way or waits for an attestation.
    var pendingInfo: InfoOrder?
    /// What settings said of the authority's time: the first ever, and the last.
    var serverTime: ServerTime?
    var cover: CoverTrafficPlan?

    var reminders = Reminders()
    /// Notifications that may not have been shown yet.
    var notices: [PhoneNotification] = []
    /// The owner deleted everything, and it may not be gone yet.
    var isBeingDeleted = false
}

/// The FAQ as fetched.
struct StoredFAQ: Codable, Hashable, Sendable {
    let faq: FAQ
    let language: Language
    let fetchedAt: UnixTime
}

/// The authority's clock: the creation times of signed settings or, where the app has no key for messages, the dates of the
/// answers. The phone's own clock is its owner's to set.
struct ServerTime: Codable, Hashable, Sendable {
    let first: UnixTime
    let last: UnixTime

    init(_ time: UnixTime) {
        self.init(first: time, last: time)
    }

    private init(first: UnixTime, last: UnixTime) {
        self.first = first
        self.last = last
    }

    /// After settings of `time`. A cache may answer with what is older than the last. What is older than the first says that
    /// the authority's clock was ahead then, so the first day begins anew.
    func advanced(to time: UnixTime) -> ServerTime {
        time < first ? ServerTime(time) : ServerTime(first: first, last: max(last, time))
    }

    /// Whether the first day since the installation is over. Settings may have been signed an hour before they were
    /// fetched, and kept by caches for another.
    var isFirstDayOver: Bool {
        last.seconds(since: first) >= UnixTime.secondsPerDay + 2 * SignedDocument.settings.maxAge
    }
}

/// What the app forgets when it ends.
struct AppSession: Equatable, Sendable {
    /// Whether the system said so; only once, as what follows belongs to the beginning.
    var isLaunched = false
    var isForeground = false
    /// The app was opened, and the phone is being looked at for the first time since.
    var hasJustOpened = false
    /// Nil until the phone was looked at.
    var phone: PhoneFacts?
    var framework: FrameworkFacts?
    var trail = PlaceTrail()
    /// The words that the owner looks for in the FAQ.
    var query = ""
    var run: Run?
    /// When the scheduler was asked to wake the app for a session.
    var nextSession: UnixTime?
    /// Of the settings, at the first start.
    var isFetchingSettings = false
    var settingsFailure: MobileClientError?
    var lastReport: DetectionReport?
    var lastFailure: MobileClientError?
    /// Why the last attempt to check for contacts at risk came to nothing; nil where it got through.
    var checkFailure: MobileClientError?
    var dummies: DummySequence?
    /// Why the app began with nothing.
    var beginning = FreshStart.first
    /// The owner just said that they have recovered; until they do something else.
    var hasJustRecovered = false
    /// The deletion failed and can be tried again.
    var deletionFailed = false
    /// How often everything was deleted, so that what was begun before can be given up.
    var deletions = 0

    var place: AppPlace { trail.current }

    /// What goes on in the background, or as the app was opened.
    enum Run: Hashable, Sendable {
        case refreshing
        /// - Parameter isSession: whether in a background session.
        case detecting(isSession: Bool)
    }
}
