import ClientKit
import ExposurePrimitives
import ImmuniAPI
import Localisation
import MessageSignatures
import PhonePorts

/// The app's whole state: the part that it remembers, and the part that it forgets when it ends.
@dynamicMemberLookup
struct AppState: ClientState, Equatable {
    var memory = AppMemory()
    var session = AppSession()

    /// The state of an app that starts for the first time.
    init() {}

    init(memory: AppMemory) {
        self.memory = memory
    }

    static var afterDamage: AppState {
        var state = AppState()
        state.session.beginning = .damaged
        return state
    }

    var isBeingDeleted: Bool {
        get { memory.isBeingDeleted }
        set { memory.isBeingDeleted = newValue }
    }

    var deletions: Int { session.deletions }

    /// Remembers the time if `effects` request the next session.
    mutating func noteSession(in effects: [AppEffect]) {
        for case .schedule(.backgroundSession, let time) in effects {
            session.nextSession = time
        }
    }

    /// Handles actions under way when the app ended.
    mutating func afterRestart() {
        memory.upload = memory.upload?.afterRestart()
        if memory.pendingInfo?.phase == .sending {
            // The report may have left, and must not leave twice.
            memory.pendingInfo = nil
        }
    }

    /// Handles a failure to write the file for `action`, which would have led to the session `next`. The changes are
    /// not remembered, and an action that ended with them has failed.
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

    /// Handles keys that are unavailable, or the end of the request. If the owner left the screen meanwhile, they get a
    /// new code the next time, unless there is something to show.
    mutating func uploadEnded() {
        if session.place != .upload {
            memory.upload = memory.upload?.afterEndingUnseen()
        }
    }

    /// The cover traffic, of which the file has the plan.
    var coverTraffic: CoverTraffic {
        get { CoverTraffic(plan: memory.cover, sequence: session.dummies) }
        set { (memory.cover, session.dummies) = (newValue.plan, newValue.sequence) }
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<AppMemory, Value>) -> Value {
        get { memory[keyPath: path] }
        set { memory[keyPath: path] = newValue }
    }
}

/// The state that the app remembers: the content of its encrypted file.
struct AppMemory: Codable, Equatable, Sendable {
    /// The last settings that the authority signed.
    var settings: AppSettings?
    var seenSequences = SeenSequences()
    /// The owner's choice; nil means the phone's language.
    var language: Language?
    var onboarding = Onboarding()
    var province: Province?
    /// Whether the owner wants the phone to recognise exposures.
    var isServiceWanted = true
    var status = CovidStatus.neutral

    var chunks = ChunkProgress()
    var history = DetectionHistory()
    /// The end of the last successful detection.
    var lastDetection: UnixTime?
    /// The end of the last detection that looked for contacts at risk. Detections of an owner who tested positive do
    /// not.
    var lastAssessment: UnixTime?

    var faq: StoredFAQ?

    var upload: UploadFlow?
    var validation = ValidationDelay()

    var monthly: MonthlyInfo?
    /// The tokens of an iPhone.
    var tokens: TokenLife?
    /// Operational Info that is under way or waits for an attestation.
    var pendingInfo: InfoOrder?
    /// The authority's time from the settings: the first ever, and the last.
    var serverTime: ServerTime?
    var cover: CoverTrafficPlan?

    var reminders = Reminders()
    /// Notifications that may not have been shown yet.
    var notices: [PhoneNotification] = []
    /// The owner deleted everything, but the deletion may not be complete yet.
    var isBeingDeleted = false
}

/// The FAQ as fetched.
struct StoredFAQ: Codable, Hashable, Sendable {
    let faq: FAQ
    let language: Language
    let fetchedAt: UnixTime
}

/// The authority's clock: the creation times of signed settings or, if the app has no key for messages, the dates of
/// the answers. The phone's own clock can be set by its owner.
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

    /// The server's time after settings of `time`. A cache may answer with a time older than the last. A time older
    /// than the first shows that the authority's clock was ahead then, so the first day begins again.
    func advanced(to time: UnixTime) -> ServerTime {
        time < first ? ServerTime(time) : ServerTime(first: first, last: max(last, time))
    }

    /// Whether the first day since the installation is over. Settings may have been signed an hour before they were
    /// fetched, and kept by caches for another.
    var isFirstDayOver: Bool {
        last.seconds(since: first) >= UnixTime.secondsPerDay + 2 * SignedDocument.settings.maxAge
    }
}

/// The state that the app forgets when it ends.
struct AppSession: Equatable, Sendable {
    /// Whether the system has reported the launch. Only the first report counts: its consequences belong to the start.
    var isLaunched = false
    var isForeground = false
    /// The app was opened, and the phone's facts are being read for the first time since.
    var hasJustOpened = false
    /// Nil until the phone's facts were read.
    var phone: PhoneFacts?
    var framework: FrameworkFacts?
    var trail = PlaceTrail()
    /// The search words for the FAQ.
    var query = ""
    var run: Run?
    /// The time for which the next session is requested from the scheduler.
    var nextSession: UnixTime?
    /// Whether the app fetches the settings at the first start.
    var isFetchingSettings = false
    var settingsFailure: MobileClientError?
    var lastReport: DetectionReport?
    var lastFailure: MobileClientError?
    /// The reason why the last attempt to check for contacts at risk failed; nil if it succeeded.
    var checkFailure: MobileClientError?
    var dummies: DummySequence?
    /// The reason why the app began without data.
    var beginning = FreshStart.first
    /// The owner has just said that they recovered; true until their next action.
    var hasJustRecovered = false
    /// The deletion failed and can be tried again.
    var deletionFailed = false
    /// How often everything was deleted. Work that began before a deletion can thus be dropped.
    var deletions = 0

    var place: AppPlace { trail.current }

    /// A run in the background, or after the app was opened.
    enum Run: Hashable, Sendable {
        case refreshing
        /// - Parameter isSession: whether in a background session.
        case detecting(isSession: Bool)
    }
}
